import { droneOsd, osdPartA, osdPartC } from '@eyrie/testing';
import { decodeFlighttaskProgress, mergeProperties } from '@eyrie/dji';
import { describe, expect, it } from 'vitest';
import type { Runtime } from '../../platform/runtime.ts';
import { openDockLink, type DockIdentity, type DockLink } from '../dock/index.ts';
import { breakToKeep, storedReason } from './flight.break.ts';
import { jobFromProgress } from './flight.job.ts';
import { flightPlans, type FlightPlanDependencies } from './flight.plans.ts';

const now = 1_000;
const flight = { oid: 'F1', waypoint_count: 4, lines: null };
const plan = flightPlans({} as Runtime, {} as FlightPlanDependencies).flightResume;

/** The job after these messages of the dock, each as told after the one before. */
const jobAfter = (...reported: { status: string; reason?: number; result?: number }[]): DockLink['job'] => {
  let job: DockLink['job'] = null;
  for (const { status, reason, result = 0 } of reported) {
    const breakPoint = reason === undefined ? {} : { break_point: { index: 1, break_reason: reason } };
    const data = { result, output: { status, ext: { flight_id: 'F1', ...breakPoint } } };
    const progress = decodeFlighttaskProgress(data, null);
    if (progress) job = jobFromProgress(flight, progress, job);
  }
  return job;
};

const refusalOf = (job: DockLink['job']) => {
  const link = openDockLink({ oid: 'dock', sn: 'D1', droneSn: 'A1', model: '3-2-0' } as DockIdentity, 1);
  const receipt = { at: now, source: 'osd' } as const;
  link.dockSnapshot = mergeProperties(link.dockSnapshot, { ...osdPartA, ...osdPartC }, receipt).snapshot;
  const hovering = { ...droneOsd, mode_code: 3, horizontal_speed: 0 };
  link.droneSnapshot = mergeProperties(link.droneSnapshot, hovering, receipt).snapshot;
  link.droneInTopology = true;
  link.flightOID = 'F1';
  link.job = job;
  return plan.refuse({ link, now, command: {} as never, step: 0 } as never)?.reason ?? null;
};

describe('a route that stands still goes on', () => {
  it.each([
    ['a person paused it', jobAfter({ status: 'paused', reason: 1281 })],
    ['nobody says why', jobAfter({ status: 'paused' })],
    [
      'an obstacle was before, and it has flown on since',
      jobAfter({ status: 'paused', reason: 517 }, { status: 'in_progress' }, { status: 'paused' }),
    ],
  ])('when %s', (_why, job) => {
    expect(refusalOf(job)).toBeNull();
  });

  it.each([
    ['an obstacle stopped it', jobAfter({ status: 'paused', reason: 517 })],
    ['the dock says so by its result', jobAfter({ status: 'paused', result: 321_517 })],
    ['the reason came once', jobAfter({ status: 'paused', reason: 517 }, { status: 'paused' })],
  ])('but not when %s', (_why, job) => {
    expect(refusalOf(job)).toBe('obstacleAhead');
  });

  it.each([
    ['its reason came with the break', { status: 'paused', reason: 517 }, 517],
    ['only the result told it', { status: 'paused', result: 321_517 }, 517],
    ['it has flown on since', { status: 'in_progress', reason: 517 }, null],
  ])('and a gateway that takes over still knows it: %s', (_why, reported, kept) => {
    const job = jobAfter({ status: 'paused', reason: 517 }, reported);
    const point = breakToKeep(null, { reason: job?.reason ?? null });
    const row = {
      paused: job?.status === 'paused',
      break_point: JSON.parse(JSON.stringify(point)) as unknown,
    };
    expect(storedReason(row)).toBe(kept);
  });

  it('and only when it stands', () => {
    expect(refusalOf(jobAfter({ status: 'in_progress' }))).toBe('droneNotPaused');
  });
});
