import { limits, type ObstacleReport, type StickReport } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { nothingReported, publishClosed, publishDue, stickReportOf, withReport } from './drc.report.ts';

const { reportAges, reportEvery } = limits.drc;
const motion = { head: 90, speed: 4, gimbal: { pitch: -30, roll: 0, yaw: 90 } };
const obstacles: ObstacleReport = { sensing: 'full', up: 60, down: 12, around: [3] };
const state = { kind: 'state', place: null, motion } as const;

const flown = (reported = nothingReported) => {
  const sent: StickReport[] = [];
  return {
    run: { dockOID: 'd', groupRoot: 'r', reported },
    sent,
    publish: (_: unknown, report: StickReport) => void sent.push(report),
  };
};

describe('what is published of an aircraft that is flown by sticks', () => {
  it('has the age of each part, and nothing of a part that is too old', () => {
    const reported = withReport(
      withReport(nothingReported, state, 1_000),
      { kind: 'obstacles', obstacles },
      1_300,
    );
    expect(stickReportOf(reported, 1_400)).toEqual({
      open: true,
      motion: { ...motion, ageMs: 400 },
      obstacles: { ...obstacles, ageMs: 100 },
      delays: null,
    });
    const { gone } = reportAges.obstacles;
    expect(stickReportOf(reported, 1_300 + gone).obstacles).toMatchObject({ ageMs: gone });
    expect(stickReportOf(reported, 1_301 + gone).obstacles).toBe(null);
    expect(stickReportOf(reported, 1_001 + reportAges.motion.gone).motion).toBe(null);
  });

  it('keeps a part that a message says nothing of, and its age', () => {
    const before = withReport(nothingReported, state, 1_000);
    const after = withReport(before, { kind: 'state', place: null, motion: null }, 1_900);
    expect(after).toBe(before);
    expect(withReport(before, { kind: 'heartbeat', timestamp: 1 }, 1_900)).toBe(before);
    expect(stickReportOf(after, 1_900).motion?.ageMs).toBe(900);
  });

  it('goes out at most so often as pages are drawn, and once for what came', () => {
    const { run, sent, publish } = flown();
    for (let now = 0; now < 1_000; now += 10) {
      run.reported = withReport(run.reported, state, now);
      publishDue(run, publish, now);
    }
    expect(sent).toHaveLength(1_000 / reportEvery);
    publishDue(run, publish, 5_000);
    expect(sent).toHaveLength(1_000 / reportEvery + 1);
    publishDue(run, publish, 6_000);
    expect(sent).toHaveLength(1_000 / reportEvery + 1);
  });

  it('ends with a report that says nothing, where one went out before', () => {
    const quiet = flown();
    publishClosed(quiet.run, quiet.publish);
    expect(quiet.sent).toEqual([]);
    const { run, sent, publish } = flown(withReport(nothingReported, state, 0));
    publishDue(run, publish, 0);
    publishClosed(run, publish);
    publishClosed(run, publish);
    expect(sent.slice(1)).toEqual([{ open: false, motion: null, obstacles: null, delays: null }]);
  });
});
