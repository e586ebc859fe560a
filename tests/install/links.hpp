// Links of documents that lead nowhere: the file is missing, or the page has no such anchor.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace jounce::test {

struct Links {
    std::size_t followed = 0;         ///< links to files and anchors; addresses of the web are not followed
    std::vector<std::string> broken;  ///< "page: link"
    [[nodiscard]] std::string listed() const;
};

/// Links of README.md and of the pages below docs and cases, in a folder laid out as the repository. Anchors are those that code
/// hosts make of headings.
[[nodiscard]] Links page_links(const std::filesystem::path& top);

/// Links and sources of all .html files below a folder, which is the root of a site.
[[nodiscard]] Links site_links(const std::filesystem::path& top);

}  // namespace jounce::test
