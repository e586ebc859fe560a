# Frames of a slider-crank with a clearance, read back and compared with its series.csv: rigid motion of every body, the contact
# point and the forces there. Shares nothing with the writer. Called by body_surface_test.cpp with the run's folder.
# SPDX-License-Identifier: BSD-3-Clause
import math
import os
import sys
import xml.etree.ElementTree as xml

from read_frames import read_csv, read_vtu, same

JOURNAL = 0.01


def at_time(frame):
    return [tuple(p + u for p, u in zip(point, moved)) for point, moved in zip(frame["points"], frame["displacement"])]


def compare_bodies(frame, start, row, row0, expected):
    places = at_time(frame)
    bodies = [round(b) for b in frame["body"]]
    assert set(bodies) == expected
    # Centre of mass, its velocity, angle and angular velocity of each body, now and at the start.
    crank = 0.025, row["crank.angle"], row["crank.vangle"]
    centre = crank[0] * math.cos(crank[1]), crank[0] * math.sin(crank[1])
    angle0 = row0["crank.angle"]
    now = {
        1: (centre, (-crank[2] * centre[1], crank[2] * centre[0]), crank[1], crank[2]),
        2: ((row["rod.x"], row["rod.y"]), None, row["rod.angle"], row["rod.vangle"]),
        3: ((row["slider.x"], row["slider.y"]), (row["slider.vx"], 0), 0, 0),
    }
    then = {
        1: ((0.025 * math.cos(angle0), 0.025 * math.sin(angle0)), angle0),
        2: ((row0["rod.x"], row0["rod.y"]), row0["rod.angle"]),
        3: ((row0["slider.x"], row0["slider.y"]), 0),
    }
    for i, b in enumerate(bodies):
        if b == 0:
            assert frame["displacement"][i] == (0, 0, 0) and frame["velocity"][i] == (0, 0, 0)
            continue
        (x, y), v, angle, rate = now[b]
        (x0, y0), angle0 = then[b]
        c, s = math.cos(angle - angle0), math.sin(angle - angle0)
        dx, dy = start["points"][i][0] - x0, start["points"][i][1] - y0
        arm = c * dx - s * dy, s * dx + c * dy
        same("x of body %d" % b, places[i][0], x + arm[0], 1e-2)
        same("y of body %d" % b, places[i][1], y + arm[1], 1e-2)
        if v is not None:
            same("vx of body %d" % b, frame["velocity"][i][0], v[0] - rate * arm[1], 1)
            same("vy of body %d" % b, frame["velocity"][i][1], v[1] + rate * arm[0], 1)
        if b == 3:
            same("acceleration of the slider", frame["acceleration"][i][0], row["slider.ax"], 1 + abs(row["slider.ax"]))


def compare_contact(gaps, row):
    x, y, _ = at_time(gaps)[0]
    e = row["C.eccentricity_x"], row["C.eccentricity_y"]
    length = math.hypot(*e)
    if length > 1e-9:
        same("contact point x", x, row["slider.x"] + JOURNAL * e[0] / length, 1e-1)
        same("contact point y", y, row["slider.y"] + JOURNAL * e[1] / length, 1e-1)
    fx, fy, _ = gaps["contact_force"][0]
    same("contact force", math.hypot(fx, fy), row["C.force"], 1 + row["C.force"])
    same("contact force along e", fx * e[0] + fy * e[1], -row["C.force"] * length, 1e-4 * (1 + row["C.force"]))
    tx, ty, _ = gaps["friction_force"][0]
    same("friction force", math.hypot(tx, ty), abs(row["C.friction_force"]), 1 + row["C.force"])
    same("friction across e", tx * e[0] + ty * e[1], 0, 1e-4 * (1 + row["C.force"]))


def main(folder):
    series = read_csv(os.path.join(folder, "series.csv"))
    frames = {}
    for entry in xml.parse(os.path.join(folder, "frames.pvd")).getroot().find("Collection"):
        frames.setdefault(float(entry.get("timestep")), {})[int(entry.get("part"))] = os.path.join(folder, entry.get("file"))
    start = row0 = start_guides = None
    in_contact = 0
    for time, parts in frames.items():
        assert sorted(parts) == [1, 4, 6], "gaps, bodies and guides: %r" % sorted(parts)
        bodies, gaps = read_vtu(parts[4]), read_vtu(parts[1])
        if start is None:
            start, row0, start_guides = bodies, series[time], read_vtu(parts[6])
            assert all(abs(u) < 1e-15 for point in start["displacement"] for u in point), "rest is the start"
        compare_bodies(bodies, start, series[time], row0, {1, 2, 3})
        compare_contact(gaps, series[time])
        guides = read_vtu(parts[6])
        compare_bodies(guides, start_guides, series[time], row0, {0, 2})
        closed = float(series[time]["C.indentation"] > 0)
        assert max(guides["gap_state"]) == closed, "gap_state of the bearing at %r" % time
        same("force shown on the bearing", max(guides["gap_force"]), series[time]["C.force"], 1 + series[time]["C.force"])
        in_contact += series[time]["C.force"] > 0
    print("compared %d frames, %d in contact" % (len(frames), in_contact))


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except (AssertionError, KeyError) as wrong:
        sys.exit("wrong: %r" % wrong)
