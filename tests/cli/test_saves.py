"""Every way of saving a file is noticed, and so is its removal, but no other event."""

from __future__ import annotations

import io
import os
import threading
import time
import zipfile
from pathlib import Path

import pytest

from eoc_sim.cli import saves
from eoc_sim.cli.saves import Saves, settle


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "LOOK_MILLISECONDS", 100)
    monkeypatch.setattr(saves, "GROUP_MILLISECONDS", 50)
    monkeypatch.setattr(saves, "REST_SECONDS", 0.02)


def workbook() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as book:
        book.writestr("sheet", "stars" * 1000)
    return content.getvalue()


def test_new_contents_count_however_they_are_written(tmp_path):
    file, other = tmp_path / "cards.csv", tmp_path / "cards.csv.tmp"
    file.write_text("one")
    with Saves(file) as watcher:
        # A new file beside it, a touch and a replacement with equal contents do not count as saves.
        (tmp_path / "~$cards.csv").write_text("lock")
        os.utime(file, (1, 1))
        other.write_text("one")
        os.replace(other, file)
        time.sleep(0.5)
        assert not watcher.pending.is_set()
        for text in ("in place", "renamed", "removed first"):
            if text == "in place":
                file.write_text(text)
            else:
                other.write_text(text)
                if text == "removed first":
                    file.unlink()
                os.replace(other, file)
            assert watcher.pending.wait(5), text
            watcher.wait()
            assert not watcher.pending.is_set()


def test_a_save_of_a_linked_file_is_noticed(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "cards.csv").write_text("one")
    (tmp_path / "mine.csv").symlink_to(tmp_path / "real" / "cards.csv")
    with Saves(tmp_path / "mine.csv") as watcher:
        (tmp_path / "real" / "cards.csv").write_text("two")
        assert watcher.pending.wait(5)


def test_a_missing_file_is_noticed_after_a_while(tmp_path, monkeypatch):
    monkeypatch.setattr(saves, "PATIENCE_SECONDS", 0.5)
    file = tmp_path / "cards.csv"
    file.write_text("one")
    with Saves(file) as watcher:
        file.unlink()
        start = time.monotonic()
        assert watcher.pending.wait(5) and time.monotonic() - start >= 0.4


def test_a_half_written_workbook_is_waited_for(tmp_path):
    file, whole = tmp_path / "cards.xlsx", workbook()
    file.write_bytes(whole[:100])
    threading.Timer(0.2, file.write_bytes, [whole]).start()
    settle(file, patience=5)
    assert file.read_bytes() == whole


def test_a_broken_workbook_is_not_waited_for_long(tmp_path):
    file = tmp_path / "cards.xlsx"
    file.write_bytes(workbook()[:100])
    start = time.monotonic()
    settle(file, patience=0.2)
    assert 0.2 <= time.monotonic() - start < 2


def test_a_folder_that_cannot_be_watched_is_reported(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(saves, "WAIT_SECONDS", 0.05)
    with Saves(tmp_path / "gone" / "cards.csv") as watcher, pytest.raises(FileNotFoundError):
        watcher.wait()
