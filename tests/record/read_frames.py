# Reads what a run wrote, by the standard library alone, and compares the frames with series.csv.
# SPDX-License-Identifier: BSD-3-Clause
"""usage: read_frames.py FOLDER FORCE

The shaft of frames_test.cpp: a tube along z with gaps 'top' (its first node) and 'middle' (its third), 'tail' its last node,
the constant FORCE [N] along x on every node, no damping; and a single mass 'weight' beside it. Prints "compared <frames> frames"
and ends with status 0 when everything agrees, else says what does not and ends with status 1.
"""
import base64
import csv
import math
import os
import struct
import sys
import xml.etree.ElementTree as xml
import zlib

CLEARANCE = 1e-4
RADIUS = 0.095
CORNERS = 48  # of a station: outer circle and hole


def numbers(element):
    """The values of a DataArray: inline base64, compressed by zlib, 64-bit block headers."""
    assert element.get("format") == "binary", "not inline binary"
    text = "".join(element.text.split())
    blocks = struct.unpack("<Q", base64.b64decode(text[:32])[:8])[0]
    header_bytes = 8 * (3 + blocks)
    header_text = 4 * ((header_bytes + 2) // 3)
    header = struct.unpack("<%dQ" % (3 + blocks), base64.b64decode(text[:header_text])[:header_bytes])
    packed = base64.b64decode(text[header_text:])
    raw, at = b"", 0
    for size in header[3:]:
        raw += zlib.decompress(packed[at : at + size])
        at += size
    code = {"Float64": "d", "Int64": "q", "UInt8": "B"}[element.get("type")]
    values = struct.unpack("<%d%s" % (len(raw) // struct.calcsize(code), code), raw)
    width = int(element.get("NumberOfComponents") or 1)
    return [values[i : i + width] for i in range(0, len(values), width)] if width > 1 else list(values)


def read_vtu(path):
    root = xml.parse(path).getroot()
    assert root.get("type") == "UnstructuredGrid" and root.get("compressor") == "vtkZLibDataCompressor"
    assert root.get("header_type") == "UInt64" and root.get("byte_order") == "LittleEndian"
    piece = root.find("UnstructuredGrid/Piece")
    out = {a.get("Name"): numbers(a) for a in piece.find("PointData")}
    for array in piece.find("PointData"):
        assert array.get("type") == "Float64", array.get("Name") + " is not of double precision"
    out["points"] = numbers(piece.find("Points/DataArray"))
    cells = {a.get("Name"): numbers(a) for a in piece.find("Cells")}
    assert len(out["points"]) == int(piece.get("NumberOfPoints"))
    assert len(cells["types"]) == int(piece.get("NumberOfCells")) == len(cells["offsets"])
    assert cells["offsets"][-1] == len(cells["connectivity"]), "cells do not fill the connectivity"
    assert max(cells["connectivity"]) < len(out["points"]) and min(cells["connectivity"]) >= 0
    for name, values in out.items():
        for value in values:
            for x in value if isinstance(value, tuple) else (value,):
                assert math.isfinite(x), name + " is not finite"
    return out


def read_csv(path):
    with open(path, newline="") as file:
        rows = [row for row in csv.reader(file) if not row[0].startswith("#")]
    names = [cell.split(" [")[0] for cell in rows[0]]
    return {float(row[0]): dict(zip(names, map(float, row))) for row in rows[1:]}


def same(what, got, expected, scale):
    if not abs(got - expected) <= 1e-9 * scale:
        sys.exit("%s: frames say %.17g, series.csv says %.17g" % (what, got, expected))


def mean(values):
    return sum(values) / len(values)


def compare_gaps(frame, row):
    for i, gap in enumerate(("top", "middle")):
        for array, probe in (("displacement", "ux"), ("velocity", "ux_velocity"), ("acceleration", "ux_acceleration")):
            same(gap + " " + array, frame[array][i][0], row[gap + "." + probe], abs(row[gap + "." + probe]) + 1e-12)
        same(gap + " opening", frame["gap_opening"][i], row[gap + ".opening"], 1e-4)
        same(gap + " indentation", frame["gap_indentation"][i], row[gap + ".indentation"], 1e-4)
        force = frame["contact_force"][i]
        same(gap + " force", math.hypot(*force), row[gap + ".force"], abs(row[gap + ".force"]) + 1e-9)
        side = frame["gap_state"][i]
        if force[0] != 0:  # a stop on the positive side pushes back
            assert side == (1 if force[0] < 0 else -1), "the state does not fit the force"
        same(gap + " number", frame["gap"][i], i + 1, 1)


def stations(frame, z):
    """Index ranges of the stations at height z, from below."""
    n = len(frame["points"])
    return [range(i, i + CORNERS) for i in range(0, n, CORNERS) if abs(frame["points"][i][2] - z) < 1e-12]


def compare_shaft(frame, contact_force, row, force):
    for points in (p for z in (0, 0.25, 0.5, 0.75, 1) for p in stations(frame, z)):
        for p in points:
            assert min(abs(math.hypot(*frame["points"][p][:2]) - r) for r in (RADIUS, RADIUS - 0.005)) < 1e-12
    for name, z in (("top", 0), ("middle", 0.5), ("shaft[5]", 1)):
        for points in stations(frame, z):
            ux = mean([frame["displacement"][p][0] for p in points])
            same(name + " on the surface", ux, row[name + ".ux"], abs(row[name + ".ux"]) + 1e-12)
    # u + theta x r: the surface moves along the axis by -ry x.
    tail = stations(frame, 1)[0]
    for p in tail:
        same("tilt", frame["displacement"][p][2], -row["shaft[5].ry"] * frame["points"][p][0], 1e-2 * RADIUS)
    # Equilibrium of the nodes, with everything that pushes along x: local z of a beam along z points along x.
    shear = [[frame["shear_force_z"][p[0]] for p in stations(frame, z)] for z in (0, 0.5, 1)]
    scale = abs(force) + row["top.force"] + row["middle.force"] + 1e5
    assert [len(s) for s in shear] == [1, 2, 1], "stations are doubled at gaps inside a beam only"
    same("shear force at the top", shear[0][0], -(force + contact_force[0][0]), scale)
    same("jump of the shear force", shear[1][1] - shear[1][0], -(force + contact_force[1][0]), scale)
    same("shear force at the tail", shear[2][0], force, scale)
    for z in (0, 1):
        same("moment at a free end", frame["bending_moment_y"][stations(frame, z)[0][0]], 0, scale)


def compare_stops(stops, row):
    """Slabs of 8 points on the positive and the negative side of both gaps: where the clearance has them, red when closed."""
    for i, gap in enumerate(("top", "middle")):
        for side, sign in enumerate((1, -1)):
            for point in range(8 * (2 * i + side), 8 * (2 * i + side) + 8):
                assert stops["gap"][point] == i + 1
                for got, expected in zip(stops["displacement"][point], (sign * CLEARANCE, 0, 0)):
                    same("%s stop" % gap, got, expected, CLEARANCE)
                pressed = row[gap + ".force"] if sign * row[gap + ".ux"] > 0 else 0.0
                same("%s gap_force" % gap, stops["gap_force"][point], pressed, 1 + pressed)


def main(folder, force):
    series = read_csv(os.path.join(folder, "series.csv"))
    frames = {}
    for entry in xml.parse(os.path.join(folder, "frames.pvd")).getroot().find("Collection"):
        frames.setdefault(float(entry.get("timestep")), {})[int(entry.get("part"))] = os.path.join(folder, entry.get("file"))
    in_contact = 0
    for time, parts in frames.items():
        row = series[time]
        assert sorted(parts) == [0, 1, 2, 5]
        shaft, gaps, nodes = (read_vtu(parts[part]) for part in range(3))
        compare_gaps(gaps, row)
        compare_stops(read_vtu(parts[5]), row)
        compare_shaft(shaft, gaps["contact_force"], row, force)
        assert len(nodes["points"]) == 1
        same("weight", nodes["displacement"][0][0], row["weight.ux"], abs(row["weight.ux"]) + 1e-12)
        in_contact += row["top.force"] > 0 or row["middle.force"] > 0
    print("compared %d frames, %d in contact" % (len(frames), in_contact))


if __name__ == "__main__":
    try:
        main(sys.argv[1], float(sys.argv[2]))
    except (AssertionError, KeyError) as wrong:
        sys.exit("wrong: %r" % wrong)
