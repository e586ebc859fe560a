// Files of collisions.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/collision.hpp"

#include <algorithm>

#include "base/messages/error.hpp"
#include "record/plots/figure.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

void write_collision(const fs::path& file, const FileHead& head, const std::vector<contact::FreeImpactSample>& samples) {
    write_whole_csv(file, head, {"time [s]", "indentation [m]", "rate [m/s]", "force [N]"}, [&](CsvFile& out) {
        for (const contact::FreeImpactSample& sample : samples) {
            for (const double value : {sample.time, sample.indentation, sample.rate, sample.force}) out.number(value);
            out.end_row();
        }
    });
}

void plot_collisions(const std::string& subject, const std::vector<CollisionCurve>& curves, const std::string& title,
                     const fs::path& file, const std::function<void()>& proceed) {
    FigurePanel over_depth, over_time;
    over_depth.x.label = "indentation [m]";
    over_time.x.label = "time [s]";
    over_depth.y.label = over_time.y.label = "force [N]";
    for (std::size_t c = 0; c < curves.size(); ++c) {
        const CollisionCurve& collision = curves[c];
        FigureCurve depth{collision.name}, time{collision.name};
        // The lower curve is wider: where two coincide, it shows on both sides of the upper one.
        depth.width = time.width = 1.2 + static_cast<double>(std::min<std::size_t>(curves.size() - 1 - c, 3)) / 2;
        for (const contact::FreeImpactSample& s : collision.samples) {
            depth.x.push_back(s.indentation);
            time.x.push_back(s.time);
            depth.y.push_back(s.force);
            time.y.push_back(s.force);
        }
        over_depth.curves.push_back(std::move(depth));
        over_time.curves.push_back(std::move(time));
    }
    Figure figure{title, {std::move(over_depth), std::move(over_time)}};
    figure.columns = 2;
    figure.one_key = true;
    draw_figure(subject, figure, file, proceed);
}

}  // namespace jounce::record
