// Reading a table signal from a CSV file: what is understood, and that every bad row is answered with its line.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "system/signals/signal.hpp"

namespace jounce::csv_table_test {
namespace {

using jounce::SignalPointer;
using jounce::Value;

/// A file that is there as long as the test runs.
class File {
  public:
    explicit File(const std::string& text)
        : path_((std::filesystem::temp_directory_path() /
                 ("jounce_csv_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) + "_" +
                  std::to_string(::getpid()) + ".csv"))
                    .string()) {
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~File() { std::filesystem::remove(path_); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

SignalPointer read(const std::string& path, Value columns = {}) {
    jounce::Table table;
    table.set("family", "signal");
    table.set("kind", "table");
    table.set("file", path);
    if (!columns.is_nil()) table.set("columns", std::move(columns));
    return jounce::signal_family.make(Value(std::move(table)), "load", "force");
}

/// The message about a file of this text, with the file's name replaced by FILE.
std::string message_of(const std::string& text, Value columns = {}) {
    const File file(text);
    try {
        read(file.path(), std::move(columns));
    } catch (const jounce::Error& error) {
        std::string message = error.message();
        EXPECT_EQ(error.failure(), jounce::Failure::bad_case);
        const std::size_t at = message.find(file.path());
        if (at != std::string::npos) message.replace(at, file.path().size(), "FILE");
        return message;
    }
    return "no error";
}

const std::string start = "signal.table: 'file' FILE";

TEST(CsvTable, ReadsPlainNumbers) {
    const File file("0,1\n0.5,+2.5e0\n 1 ,\t-3\n");
    const SignalPointer table = read(file.path());
    EXPECT_EQ(table->value(0.5), 2.5);
    EXPECT_EQ(table->value(1), -3);
}

TEST(CsvTable, ReadsCommentsHeaderWindowsLineEndsAndAByteOrderMark) {
    const File file(
        "\xEF\xBB\xBF# measured\r\n\r\n\"time [s]\",\"a, left [m/s2]\",top.ux [m]\r\n0,1,7\r\n# half way\r\n1,2,8\r\n");
    EXPECT_EQ(read(file.path())->value(1), 2);
    EXPECT_EQ(read(file.path(), jounce::List{1, 3})->value(1), 8);
    EXPECT_EQ(read(file.path(), jounce::List{"time", "top.ux"})->value(0), 7);
    EXPECT_EQ(read(file.path(), jounce::List{"time [s]", "a, left"})->value(0), 1);
}

TEST(CsvTable, BadRowsAreAnsweredWithTheirLine) {
    EXPECT_EQ(message_of("# c\ntime,value\n0,1\n1,abc\n"), start + ":4: column 2 must be a finite number, got 'abc'");
    EXPECT_EQ(message_of("0,1\n1,nan\n"), start + ":2: column 2 must be a finite number, got 'nan'");
    EXPECT_EQ(message_of("0,1\n1,1e999\n"), start + ":2: column 2 must be a finite number, got '1e999'");
    EXPECT_EQ(message_of("0,1\n1,2 m\n"), start + ":2: column 2 must be a finite number, got '2 m'");
    EXPECT_EQ(message_of("0,1\n1,\n"), start + ":2: column 2 must be a finite number, got ''");
    EXPECT_EQ(message_of("0,1\n\n1\n"), start + ":3: column 2 is missing, the row has 1");
    EXPECT_EQ(message_of("0,1\n1,2\n1,3\n"), start + ":3: times must increase, got 1 after 1");
    EXPECT_EQ(message_of("0;1\n1;2\n"), start + ":1: column 1 must be a finite number, got '0;1'")
        << "semicolons do not separate";
    EXPECT_EQ(message_of("0,1\n1,2\n", jounce::List{1, 4}), start + ":1: column 4 is missing, the row has 2");
}

// A disk that became full, or a kill, may cut a row within its last number, which is then another number.
TEST(CsvTable, ARowOfOursThatIsCutShortIsNoRow) {
    const std::string whole = "# jounce 0.1.0\ntime [s],top.ux [m]\n0,1.25\n1,2.5\n";
    EXPECT_EQ(read(File(whole).path())->value(1), 2.5) << "the negative control";
    EXPECT_EQ(message_of(whole.substr(0, whole.size() - 2)), start + ":4: the row is incomplete: it has no line break");
    EXPECT_EQ(read(File("0,1.25\n1,2.5").path())->value(1), 2.5) << "files of others may end so";
}

TEST(CsvTable, WrongColumnsAndFilesAreAnswered) {
    EXPECT_EQ(message_of("time,load\n0,1\n1,2\n", jounce::List{"time", "laod"}),
              start + ":1: no column 'laod'; did you mean 'load'?");
    EXPECT_EQ(message_of("time,load\n0,1\n1,2\n", jounce::List{"time", "zzz"}),
              start + ":1: no column 'zzz'; the columns are time, load");
    EXPECT_EQ(message_of("0,1\n1,2\n", jounce::List{"time", "load"}),
              start + ":1: a header with column 'time' must come before the first number");
    EXPECT_EQ(message_of("0,1\n1,2\n", jounce::List{1, 0}),
              "signal.table: 'columns' must be a list of two columns, each a number from 1 or a name in the header, got 0");
    EXPECT_EQ(message_of("0,1\n"), start + " must have two rows or more, got 1");
    EXPECT_EQ(message_of(""), start + " must have two rows or more, got 0");
    const auto unreadable = [](const std::string& path) {
        try {
            read(path);
        } catch (const jounce::Error& error) {
            return error.message();
        }
        return std::string("no error");
    };
    EXPECT_EQ(unreadable("/nowhere/load.csv"),
              "signal.table: 'file' must be a file that can be read, got '/nowhere/load.csv' (No such file or directory; a "
              "relative path is relative to the working folder)");
    EXPECT_EQ(unreadable("/tmp"),
              "signal.table: 'file' must be a file that can be read, got '/tmp' (it is a folder; a relative path is relative to "
              "the working folder)");
}

}  // namespace

}  // namespace jounce::csv_table_test
