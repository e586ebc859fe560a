// The position of everything in a picture.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/figure_layout.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "record/plots/figure_key.hpp"
#include "record/plots/figure_text.hpp"

namespace jounce::record {

namespace {

constexpr double edge = 10;         // around the picture
constexpr double from_axis = 12;    // between an axis and its numbers
constexpr double from_numbers = 8;  // between numbers and label
constexpr double bar_away = 18, bar_width = 16;
constexpr double longest_word = 300;  // pixels, longest name of a category
constexpr double slant = 30;          // degrees, of words along x
constexpr std::size_t title_lines = 3, label_lines = 2;

enum class Words : char { level, slanted, upright };

/// How the words or numbers at x are placed, shortened to fit, and how far they extend.
struct WordsAtX {
    Words way = Words::level;
    std::vector<std::string> words;
    double height = 0, left = 0, right = 0;  ///< below the axis; beyond the frame's ends
};

WordsAtX words_at_x(const Axes& axes, bool categories) {
    WordsAtX out;
    double widest = 0;
    for (const auto& [at, text] : axes.x.marks) {
        out.words.push_back(categories ? shortened(text, longest_word) : text);
        widest = std::max(widest, text_width(out.words.back()));
    }
    const auto count = static_cast<double>(std::max<std::size_t>(axes.x.marks.size(), 1));
    const double room = axes.frame.width / count;
    if (categories && widest + 12 > room) out.way = room >= 2 * line_height ? Words::slanted : Words::upright;
    const double angle = slant * std::numbers::pi / 180;
    out.height = out.way == Words::level     ? line_height
                 : out.way == Words::slanted ? widest * std::sin(angle) + line_height
                                             : widest;
    for (std::size_t i = 0; i < out.words.size(); ++i) {
        const double at = place(axes.x, axes.x.marks[i].first, axes.frame.width), width = text_width(out.words[i]);
        const double left = out.way == Words::level     ? width / 2
                            : out.way == Words::slanted ? width * std::cos(angle) + line_height / 2
                                                        : line_height / 2;
        const double right = out.way == Words::level ? width / 2 : line_height / 2;
        out.left = std::max(out.left, left - at);
        out.right = std::max(out.right, right - (axes.frame.width - at));
    }
    return out;
}

/// The texts around a frame, and the space they need on each side.
struct Surroundings {
    WordsAtX x;
    std::vector<std::string> y_numbers, y_label, bar_numbers, bar_label;
    double y_widest = 0, bar_widest = 0;
    double left = 0, right = 0, above_frame = 0, below = 0;
    std::vector<std::string> x_label, title;  ///< known once the width of the columns is known
};

double widest_of(const std::vector<std::string>& words) {
    double out = 0;
    for (const std::string& word : words) out = std::max(out, text_width(word));
    return out;
}

std::vector<std::string> numbers_of(const Tics& tics, bool categories) {
    std::vector<std::string> out;
    for (const auto& [at, text] : tics.marks) out.push_back(categories ? shortened(text, longest_word) : text);
    return out;
}

double lines(const std::vector<std::string>& text) { return line_height * static_cast<double>(text.size()); }

Surroundings around(const FigurePanel& panel, const Axes& axes, bool bar) {
    Surroundings out;
    out.x = words_at_x(axes, !panel.x.categories.empty());
    out.y_numbers = numbers_of(axes.y, !panel.y.categories.empty());
    out.y_widest = widest_of(out.y_numbers);
    out.y_label = wrapped(axes.y.label, axes.frame.height, label_lines);
    out.left = std::max(from_axis + out.y_widest + (out.y_label.empty() ? 0 : from_numbers + lines(out.y_label)), out.x.left);
    out.right = std::max(line_height / 2, out.x.right);
    if (!bar) return out;
    out.bar_numbers = numbers_of(*axes.shade, false);
    out.bar_widest = widest_of(out.bar_numbers);
    out.bar_label = wrapped(axes.shade->label, axes.frame.height, label_lines);
    out.right = std::max(out.right, bar_away + bar_width + from_axis + out.bar_widest +
                                        (out.bar_label.empty() ? 0 : from_numbers + lines(out.bar_label)));
    return out;
}

/// Places words around frames of known rectangles.
class Placer {
  public:
    explicit Placer(Layout& layout) : layout_(layout) {}

    /// Lines below each other.
    void level(const std::vector<std::string>& text, double x, double top) {
        for (std::size_t i = 0; i < text.size(); ++i) add({text[i], x, top - line_height * (static_cast<double>(i) + 0.5)});
    }
    /// Upright lines to the right of each other, read from the right of the picture.
    void upright(const std::vector<std::string>& text, double left, double y) {
        for (std::size_t i = 0; i < text.size(); ++i)
            add({text[i], left + line_height * (static_cast<double>(i) + 0.5), y, Anchor::centre, 90});
    }
    void at_x(const Axes& axes, const WordsAtX& words, const Rectangle& frame) {
        for (std::size_t i = 0; i < words.words.size(); ++i) {
            const double x = frame.x + place(axes.x, axes.x.marks[i].first, frame.width), top = frame.y - from_axis;
            const std::string& word = words.words[i];
            if (words.way == Words::level) {
                add({word, x, top - line_height / 2, Anchor::centre, 0, true});
            } else if (words.way == Words::slanted) {
                add({word, x, top - line_height / 2, Anchor::right, slant, true});
            } else {
                add({word, x, top, Anchor::right, 90, true});
            }
        }
    }
    void numbers(const Tics& tics, const std::vector<std::string>& texts, double x, Anchor anchor, const Rectangle& frame) {
        for (std::size_t i = 0; i < texts.size(); ++i)
            add({texts[i], x, frame.y + place(tics, tics.marks[i].first, frame.height), anchor, 0, true});
    }
    void bar(const Axes& axes, const Surroundings& s, const Rectangle& bar) {
        const double numbers_at = bar.x + bar.width + from_axis;
        numbers(*axes.shade, s.bar_numbers, numbers_at, Anchor::left, bar);
        upright(s.bar_label, numbers_at + s.bar_widest + from_numbers, bar.y + bar.height / 2);
    }

  private:
    void add(PlacedText text) {
        if (!text.text.empty()) layout_.texts.push_back(std::move(text));
    }
    Layout& layout_;
};

/// The frame of a panel without its surroundings.
FrameSize standard_frame(const Figure& figure, const FigurePanel& panel, std::size_t columns, std::size_t rows) {
    const double width = columns > 2 ? 340 : columns > 1 ? 440 : panel.equal ? 560 : 720;
    const double height = columns > 2 ? 240 : columns > 1 ? 320 : figure.panels.size() > 1 && rows > 1 ? 210 : 440;
    return {width, panel.equal ? width : height};
}

/// Is there one colour bar for all panels, which share one scale?
bool shares_bar(const Figure& figure, const std::vector<Axes>& axes) {
    return figure.one_key && figure.panels.size() > 1 && std::ranges::all_of(axes, [&](const Axes& a) {
               return a.shade && axes.front().shade && a.shade->low == axes.front().shade->low &&
                      a.shade->high == axes.front().shade->high;
           });
}

double sum(const std::vector<double>& numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

void raise(double& number, double to) { number = std::max(number, to); }

/// Panels in rows and columns. Frames of a column share their width and margins, frames of a row their height and margins.
class Arrangement {
  public:
    Arrangement(const Figure& figure, const std::string& subject)
        : figure_(figure),
          count_(figure.panels.size()),
          columns_(std::clamp<std::size_t>(static_cast<std::size_t>(std::max(figure.columns, 1)), 1,
                                           std::max<std::size_t>(count_, 1))),
          rows_((count_ + columns_ - 1) / columns_),
          width_(columns_),
          left_(columns_),
          right_(columns_),
          height_(rows_),
          above_(rows_),
          below_(rows_) {
        make_frames(subject);
        make_margins();
        write_labels();
    }

    Layout layout() {
        Layout out;
        out.width = sum(left_) + sum(width_) + sum(right_) + shared_.right;
        const double room = out.width - 2 * edge;
        const Key common = key_of_all();
        const double key = common.height(room);
        const std::vector<std::string> title = wrapped(figure_.title, room, title_lines);
        const double title_height = title.empty() ? 0 : lines(title) + edge;
        out.height = title_height + sum(above_) + sum(height_) + sum(below_) + (key > 0 ? key + edge : 0);
        Placer(out).level(title, out.width / 2, out.height - edge);
        double top = out.height - title_height;
        for (std::size_t p = 0; p < count_; ++p) {
            if (p > 0 && p % columns_ == 0) top -= row_height(p / columns_ - 1);
            place_panel(p, top, out);
        }
        if (one_bar_) place_shared_bar(out);
        common.place(edge, key + edge, room, out);
        return out;
    }

  private:
    void make_frames(const std::string& subject) {
        for (std::size_t p = 0; p < count_; ++p) {
            const FigurePanel& panel = figure_.panels[p];
            const FrameSize frame = natural_frame(panel, standard_frame(figure_, panel, columns_, rows_));
            raise(width_[p % columns_], frame.width);
            raise(height_[p / columns_], frame.height);
        }
        for (std::size_t p = 0; p < count_; ++p) {
            axes_.push_back(axes_of(figure_.panels[p], {width_[p % columns_], height_[p / columns_]},
                                    count_ > 1 ? subject + ".panels[" + std::to_string(p + 1) + "]" : subject));
        }
    }

    void make_margins() {
        one_bar_ = shares_bar(figure_, axes_);
        for (std::size_t p = 0; p < count_; ++p) {
            around_.push_back(around(figure_.panels[p], axes_[p], axes_[p].shade && !one_bar_));
            raise(left_[p % columns_], around_[p].left + edge);
            raise(right_[p % columns_], around_[p].right + edge);
        }
        if (one_bar_) shared_ = around(figure_.panels.front(), axes_.front(), true);
    }

    /// Titles, labels of x and keys are wrapped to the width of their column.
    void write_labels() {
        for (std::size_t p = 0; p < count_; ++p) {
            const std::size_t c = p % columns_, r = p / columns_;
            Surroundings& s = around_[p];
            const double frame = axes_[p].frame.width;
            const double room = frame + 2 * std::min(left_[c] + (width_[c] - frame) / 2, right_[c]) - edge;
            s.title = wrapped(figure_.panels[p].title, room, title_lines);
            if (!figure_.shared_x || p + columns_ >= count_) s.x_label = wrapped(axes_[p].x.label, room, label_lines);
            s.below = from_axis + s.x.height + (s.x_label.empty() ? 0 : from_numbers + lines(s.x_label));
            keys_.emplace_back(figure_, axes_, figure_.one_key ? std::vector<std::size_t>{} : std::vector<std::size_t>{p});
            raise(above_[r], lines(s.title) + line_height);
            raise(below_[r], s.below + keys_[p].height(column_width(c) - 2 * edge) + edge);
        }
    }

    [[nodiscard]] double column_width(std::size_t c) const { return left_[c] + width_[c] + right_[c]; }
    [[nodiscard]] double row_height(std::size_t r) const { return above_[r] + height_[r] + below_[r]; }

    [[nodiscard]] Key key_of_all() const {
        std::vector<std::size_t> every(figure_.one_key ? count_ : 0);
        std::iota(every.begin(), every.end(), std::size_t{0});
        return {figure_, axes_, every};
    }

    /// \param top of the panel's row
    void place_panel(std::size_t p, double top, Layout& out) {
        const std::size_t c = p % columns_, r = p / columns_;
        double x = left_[c];
        for (std::size_t k = 0; k < c; ++k) x += column_width(k);
        const Axes& axes = axes_[p];
        const Surroundings& s = around_[p];
        const FrameSize size = axes.frame;
        // A frame smaller than its row and column is centred.
        const Rectangle frame{x + (width_[c] - size.width) / 2, top - above_[r] - (height_[r] + size.height) / 2, size.width,
                              size.height};
        const double middle = frame.x + frame.width / 2;
        Placer placer(out);
        placer.level(s.title, middle, frame.y + frame.height + line_height / 2 + lines(s.title));
        placer.at_x(axes, s.x, frame);
        placer.level(s.x_label, middle, frame.y - from_axis - s.x.height - from_numbers);
        placer.numbers(axes.y, s.y_numbers, frame.x - from_axis, Anchor::right, frame);
        placer.upright(s.y_label, frame.x - from_axis - s.y_widest - from_numbers - lines(s.y_label), frame.y + frame.height / 2);
        PlacedPanel placed{axes, frame, {}};
        if (axes.shade && !one_bar_) {
            placed.bar = Rectangle{frame.x + frame.width + bar_away, frame.y, bar_width, frame.height};
            placer.bar(axes, s, *placed.bar);
        }
        out.panels.push_back(std::move(placed));
        keys_[p].place(x - left_[c] + edge, frame.y - s.below, column_width(c) - 2 * edge, out);
    }

    /// To the right of all panels, beside the first row.
    void place_shared_bar(Layout& out) const {
        const Rectangle& first = out.panels.front().frame;
        out.panels.front().bar = Rectangle{out.width - shared_.right - edge + bar_away, first.y, bar_width, first.height};
        Placer(out).bar(axes_.front(), shared_, *out.panels.front().bar);
    }

    const Figure& figure_;
    std::size_t count_, columns_, rows_;
    std::vector<double> width_, left_, right_;    // of columns
    std::vector<double> height_, above_, below_;  // of rows
    std::vector<Axes> axes_;
    std::vector<Surroundings> around_;
    std::vector<Key> keys_;
    bool one_bar_ = false;
    Surroundings shared_;  // of a bar for all panels
};

}  // namespace

std::array<std::pair<double, double>, 4> corners(const PlacedText& text) {
    const double width = text_width(text.text), angle = text.angle * std::numbers::pi / 180;
    const double begin = text.anchor == Anchor::left ? 0 : text.anchor == Anchor::centre ? -width / 2 : -width;
    const double half = font_size / 2;  // letters are lower than a line
    std::array<std::pair<double, double>, 4> out;
    const std::array<std::pair<double, double>, 4> level = {
        {{begin, -half}, {begin + width, -half}, {begin + width, half}, {begin, half}}};
    for (std::size_t i = 0; i < 4; ++i)
        out[i] = {text.x + level[i].first * std::cos(angle) - level[i].second * std::sin(angle),
                  text.y + level[i].first * std::sin(angle) + level[i].second * std::cos(angle)};
    return out;
}

Layout lay_out(const Figure& figure, const std::string& subject) { return Arrangement(figure, subject).layout(); }

}  // namespace jounce::record
