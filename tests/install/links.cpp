// Links of documents: headings become anchors, links become files with anchors.
// SPDX-License-Identifier: BSD-3-Clause
#include "install/links.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "lua/command.hpp"

namespace jounce::test {

namespace fs = std::filesystem;

namespace {

struct Page {
    std::set<std::string> anchors;
    std::vector<std::string> links;
};
using Pages = std::map<fs::path, Page>;

/// The anchor of a heading: lower case, hyphens for blanks, without other punctuation.
std::string anchor_of(const std::string& heading) {
    std::string out;
    for (std::size_t i = 0; i < heading.size(); ++i) {
        if (heading.compare(i, 2, "](") == 0)
            i = std::min(heading.find(')', i), heading.size() - 1);  // a link's address is not shown
        const auto c = static_cast<unsigned char>(heading[i]);
        if (c == ' ') {
            out += '-';
        } else if (std::isalnum(c) || c == '-' || c == '_' || c >= 0x80) {
            out += static_cast<char>(std::tolower(c));
        }
    }
    return out;
}

/// All values between `open` and `close`.
std::vector<std::string> between(const std::string& text, const std::string& open, char close) {
    std::vector<std::string> out;
    for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
        at += open.size();
        const std::size_t end = text.find(close, at);
        if (end == std::string::npos) break;
        out.push_back(text.substr(at, end - at));
    }
    return out;
}

/// A line without what stands between backquotes.
std::string without_code(const std::string& line) {
    std::string out;
    bool code = false;
    for (const char c : line) {
        if (c == '`') code = !code;
        if (!code) out += c;
    }
    return out;
}

Page read_page(const fs::path& file) {
    Page page;
    std::istringstream in(read_text(file));
    std::map<std::string, int> met;
    bool fenced = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("```")) fenced = !fenced;
        if (fenced || line.starts_with("    ")) continue;  // code
        const std::size_t level = line.find_first_not_of('#');
        if (level >= 1 && level <= 6 && line[level] == ' ') {
            const std::string anchor = anchor_of(line.substr(level + 1));
            const int before = met[anchor]++;
            page.anchors.insert(before == 0 ? anchor : anchor + "-" + std::to_string(before));
        }
        const std::string shown = without_code(line);
        for (const std::string& link : between(shown, "](", ')')) page.links.push_back(link.substr(0, link.find(' ')));
        for (const char* attribute : {" href=\"", " src=\""})
            for (const std::string& link : between(shown, attribute, '"')) page.links.push_back(link);
    }
    return page;
}

Page read_html(const fs::path& file) {
    const std::string text = read_text(file);
    Page page;
    for (const char* attribute : {" href=\"", " src=\""})
        for (const std::string& link : between(text, attribute, '"')) page.links.push_back(link);
    for (const char* attribute : {" id=\"", " name=\""})
        for (const std::string& anchor : between(text, attribute, '"')) page.anchors.insert(anchor);
    return page;
}

/// The file and the anchor of a link that stands on a page.
std::pair<fs::path, std::string> target(const fs::path& top, const fs::path& page, const std::string& link) {
    const std::size_t hash = link.find('#');
    const std::string name = link.substr(0, std::min(hash, link.find('?')));
    fs::path file = name.empty() ? page : name[0] == '/' ? top / name.substr(1) : page.parent_path() / name;
    if (page.extension() == ".html" && fs::is_directory(file)) file /= "index.html";
    return {file.lexically_normal(), hash == std::string::npos ? "" : link.substr(hash + 1)};
}

Links follow(const fs::path& top, const Pages& pages) {
    Links out;
    for (const auto& [file, page] : pages) {
        for (const std::string& link : page.links) {
            if (link.find("://") != std::string::npos || link.starts_with("mailto:") || link.starts_with("data:")) continue;
            ++out.followed;
            const auto [to, anchor] = target(top, file, link);
            const auto other = pages.find(to);
            const bool leads =
                fs::exists(to) && (anchor.empty() || (other != pages.end() && other->second.anchors.contains(anchor)));
            if (!leads) out.broken.push_back(fs::relative(file, top).string() + ": " + link);
        }
    }
    return out;
}

}  // namespace

std::string Links::listed() const {
    std::string out;
    for (const std::string& one : broken) out += "  " + one + "\n";
    return out;
}

Links page_links(const fs::path& top) {
    Pages pages;
    const auto add = [&](const fs::path& file) {
        if (file.extension() == ".md" && fs::is_regular_file(file)) pages[file.lexically_normal()] = read_page(file);
    };
    add(top / "README.md");
    for (const char* folder : {"docs", "cases"})
        for (const fs::directory_entry& entry :
             fs::recursive_directory_iterator(top / folder, fs::directory_options::follow_directory_symlink))
            add(entry.path());
    return follow(top, pages);
}

Links site_links(const fs::path& top) {
    Pages pages;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(top))
        if (entry.path().extension() == ".html") pages[entry.path().lexically_normal()] = read_html(entry.path());
    return follow(top, pages);
}

}  // namespace jounce::test
