// Pieces of a page of HTML: text, tables, interactive curves. The page loads nothing from outside.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::record {

/// Text with &, <, > and both quotes as entities: safe between tags and in attributes.
[[nodiscard]] std::string html_text(std::string_view text);
/// A string of JavaScript, safe within a <script> element.
[[nodiscard]] std::string script_text(std::string_view text);

struct Curve {
    std::string name;
    std::vector<double> values;  ///< NaN: none
    bool marks = false;          ///< points among the lines of a chart
};

/// Curves over one common abscissa.
struct Chart {
    std::string title, x_label, y_label;
    std::vector<double> x;
    std::vector<Curve> curves;
    bool points = false;  ///< drawn as points, else as lines
    bool joined = false;  ///< points with lines between those of a curve
};

struct NamedPoint {
    std::string name;
    double x = 0, y = 0;
};

/// Rows to keep for a picture that looks the same: the first and the last row of each of `intervals` intervals, and
/// those where a curve is smallest and largest. Ascending; all rows when there are few.
[[nodiscard]] std::vector<std::size_t> thinned_by_extremes(const std::vector<Curve>& curves, std::size_t rows,
                                                           std::size_t intervals);

/// A page that grows from top to bottom.
class Page {
  public:
    /// \param library text of dygraphs (JavaScript) and of its style; empty: curves become inline SVG
    Page(std::string title, std::string library, std::string style);
    void section(std::string_view title);
    void paragraph(std::string_view text);
    void preformatted(std::string_view text);
    /// \param most rows shown; their total number is given below the table if it is larger
    void table(const std::vector<std::string>& columns, const std::vector<std::vector<std::string>>& rows, std::size_t most);
    void chart(const Chart& chart);
    /// A chart of points joined by lines, one curve for each name; those that are not finite are left out.
    void points(std::vector<NamedPoint> points, const std::string& x_label, const std::string& y_label);
    /// \param type "image/png", "image/svg+xml"
    void picture(std::string_view name, std::string_view type, std::string_view bytes);
    [[nodiscard]] std::string text() const;

  private:
    void interactive(const Chart& chart, const std::vector<std::size_t>& rows);
    void drawing(const Chart& chart, const std::vector<std::size_t>& rows);

    std::string title_, library_, style_, body_;
    int charts_ = 0;
};

}  // namespace jounce::record
