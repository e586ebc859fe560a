// `jounce report`: one page that holds everything, for runs, comparisons and sweeps; in a headless browser its curves can be
// zoomed and nothing leaves the page.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "command.hpp"

namespace jounce::test::report_test {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Puts `added` before the end of a page.
void write_with(const fs::path& file, const std::string& page, const std::string& added) {
    std::string text = page;
    text.insert(text.rfind("</body>"), added);
    std::ofstream(file, std::ios::binary) << text;
}

TEST(Report, HoldsWhatTheFolderHas) {
    const Scratch scratch;
    scratch.write("a.lua", block_case("output = 'a', record = { probes = { 'block.ux', 'walls.force' } }", "0.2") +
                               "jounce.modes(model, { count = 1 }):vtk('a')\n");
    ASSERT_EQ(jounce("run a.lua --quiet", scratch.path()).status, 0);
    std::ofstream(scratch.path() / "a/picture.svg") << "<svg xmlns='http://www.w3.org/2000/svg'/>";
    const CommandResult result = jounce("report a", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, "a/report.html\n");
    const std::string page = read_text(scratch.path() / "a/report.html");
    for (const char* part :
         {"<h2>Model and check</h2>", "<h2>Modes</h2>", "<h2>Series</h2>", "<h2>Impacts</h2>", "<h2>Energy ledger</h2>",
          "<h2>Cost</h2>", "<h2>Pictures</h2>", "<h2>Script: a.lua</h2>", "structural_damping", "wall_seconds [s]",
          "data:image/svg+xml;base64,", "<h2>Peak forces of gaps</h2>", "<th>max_indentation [m]</th>", "walls.force, peaks [N]",
          "moving mass and supports: ", "lowest frequency ", "summary.lua; view.py; "})
        EXPECT_TRUE(contains(page, part)) << part;
    const CommandResult wrong = jounce("report nowhere", scratch.path());
    EXPECT_EQ(wrong.status, 2);
    EXPECT_TRUE(contains(wrong.err, "report: there is no folder 'nowhere'")) << wrong.err;
}

TEST(Report, WithoutTheLibraryHasDrawings) {
    const Scratch scratch;
    scratch.write("a.lua", block_case("output = 'a', record = { probes = { 'block.ux' } }"));
    ASSERT_EQ(jounce("run a.lua --quiet", scratch.path()).status, 0);
    ASSERT_EQ(jounce("report a", scratch.path(), "export JOUNCE_DYGRAPHS=/nowhere;").status, 0);
    const std::string page = read_text(scratch.path() / "a/report.html");
    EXPECT_TRUE(contains(page, "<svg class=\"chart\""));
    EXPECT_TRUE(contains(page, "apt-get install libjs-dygraphs"));
    EXPECT_FALSE(contains(page, "<script"));
}

TEST(Report, OfASweepAndOfAComparison) {
    const Scratch scratch;
    scratch.write("s.lua",
                  "local jounce = require 'jounce'\nlocal p = jounce.parameters{ x = 1 }\njounce.result{ square = p.x^2 }\n");
    ASSERT_EQ(jounce("sweep s.lua --over x=1:3:3 --output s --quiet", scratch.path()).status, 0);
    ASSERT_EQ(jounce("report s", scratch.path()).status, 0);
    const std::string sweep = read_text(scratch.path() / "s/report.html");
    EXPECT_TRUE(contains(sweep, "<h2>Sweep</h2>"));
    EXPECT_TRUE(contains(sweep, "<td>9</td>")) << "the square of the last point";

    scratch.write("c.lua", R"lua(
local jounce = require "jounce"
local m = jounce.model{ name = "block" }
m:point{ name = "block", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
m:spring{ from = "block", direction = { 1, 0, 0 }, stiffness = 1e4 }
m:initial{ node = "block", displacement = { 1e-3, 0, 0 } }
jounce.compare{ model = m, duration = 0.05, methods = { jounce.method.newmark{} }, steps = { 1e-3, 5e-4 }, probes = { "block.ux" }, output = "c",
  reference = { method = jounce.method.newmark{}, step = 1e-5 } }
)lua");
    const CommandResult compared = jounce("run c.lua --quiet", scratch.path());
    ASSERT_EQ(compared.status, 0) << compared.err;
    ASSERT_EQ(jounce("report c", scratch.path()).status, 0);
    const std::string study = read_text(scratch.path() / "c/report.html");
    EXPECT_TRUE(contains(study, "<h2>Work and precision</h2>"));
    EXPECT_TRUE(contains(study, "log10 of wall time [s]")) << "error over cost";

    scratch.write(
        "two.lua",
        "local jounce = require 'jounce'\njounce.sweep{ axes = { { name = 'x', values = { 1, 2 } }, { name = 'y', values = { 1, "
        "2, 3 } } }, output = 't', point = function(q) return { product = q.x*q.y } end }\n");
    const CommandResult swept = jounce("run two.lua --quiet", scratch.path());
    ASSERT_EQ(swept.status, 0) << swept.err;
    ASSERT_EQ(jounce("report t", scratch.path(), "export JOUNCE_DYGRAPHS=/nowhere;").status, 0);
    EXPECT_TRUE(contains(read_text(scratch.path() / "t/report.html"), "x 1, x 2: 1 to 6 over y 1 to 3"))
        << "a curve for each value of the first axis over the last one";
}

// A mouse drags over the first chart; the page's own title tells what came of it. The clock is the browser's virtual one.
TEST(Report, CanBeZoomedAndAsksForNothing) {
    if (std::system("command -v chromium >/dev/null 2>&1") != 0) GTEST_SKIP() << "Debian's chromium is not installed";
    if (!fs::is_regular_file("/usr/share/javascript/dygraphs/dygraph.min.js"))
        GTEST_SKIP() << "Debian's libjs-dygraphs is not installed";
    const Scratch scratch;
    scratch.write("a.lua", block_case("output = 'a', record = { probes = { 'block.ux', 'walls.force' } }", "0.2"));
    ASSERT_EQ(jounce("run a.lua --quiet", scratch.path()).status, 0);
    ASSERT_EQ(jounce("report a", scratch.path()).status, 0);
    const std::string page = read_text(scratch.path() / "a/report.html");
    const std::string drag = R"html(<script>
function press(type, x, target) {
  var chart = jounceCharts[0], box = chart.canvas_.getBoundingClientRect();
  target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, view: window, button: 0, detail: 1,
    clientX: box.left + x, clientY: box.top + 50, screenX: box.left + x, screenY: box.top + 50 }));
}
window.addEventListener("load", function () {
  var chart = jounceCharts[0], before = chart.xAxisRange(), canvas = chart.canvas_;
  press("mousedown", 200, canvas); press("mousemove", 300, document); press("mousemove", 400, document); press("mouseup", 400, document);
  var after = chart.xAxisRange();
  var asked = performance.getEntriesByType("resource").filter(function (e) { return e.name.indexOf("data:") !== 0; }).length;
  document.title = "charts " + jounceCharts.length + " zoom " + ((after[1] - after[0]) / (before[1] - before[0])).toFixed(3) + " asked " + asked;
});
</script>)html";
    const auto title_of = [&](const std::string& text, const std::string& added) {
        write_with(scratch.path() / "driven.html", text, added);
        const std::string command =
            "cd " + scratch.path().string() +
            " && chromium --headless --no-sandbox --disable-gpu --user-data-dir=" + (scratch.path() / "profile").string() +
            " --virtual-time-budget=10000 --window-size=1200,900 --log-net-log=net.json --dump-dom file://" +
            (scratch.path() / "driven.html").string() + " >dom.html 2>browser.log";
        EXPECT_EQ(std::system(command.c_str()), 0) << read_text(scratch.path() / "browser.log");
        const std::string dom = read_text(scratch.path() / "dom.html");
        const std::size_t from = dom.find("<title>"), to = dom.find("</title>");
        return from == std::string::npos ? dom.substr(0, 200) : dom.substr(from + 7, to - from - 7);
    };
    const std::string title = title_of(page, drag);
    // Displacement, force, impacts, and ten energies in two charts. The drag took 200 of some 1000 pixels.
    EXPECT_TRUE(contains(title, "charts 5 ")) << title;
    EXPECT_TRUE(contains(title, " asked 0")) << title;
    const double zoom = std::atof(title.c_str() + title.find("zoom ") + 5);
    EXPECT_GT(zoom, 0.1) << title;
    EXPECT_LT(zoom, 0.4) << title;
    const std::string unreachable = "http://127.0.0.1:59999/";
    EXPECT_FALSE(contains(read_text(scratch.path() / "net.json"), unreachable));

    // Control: without the page's policy a picture from elsewhere is asked for, and both witnesses see it.
    std::string open = page;
    const std::size_t policy = open.find("<meta http-equiv");
    open.erase(policy, open.find('\n', policy) - policy);
    const std::string asking = title_of(open, "<img src=\"" + unreachable + "a.png\">" + drag);
    EXPECT_TRUE(contains(read_text(scratch.path() / "net.json"), unreachable));
    // And with the policy the same picture is not.
    const std::string held = title_of(page, "<img src=\"" + unreachable + "b.png\">" + drag);
    EXPECT_FALSE(contains(read_text(scratch.path() / "net.json"), unreachable + "b.png")) << held;
    EXPECT_TRUE(contains(asking, "zoom") && contains(held, "zoom")) << "both pages have run";
}

}  // namespace
}  // namespace jounce::test::report_test
