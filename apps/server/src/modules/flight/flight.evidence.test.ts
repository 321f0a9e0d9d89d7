import { describe, expect, it } from 'vitest';
import { evidence, orderForms, type CommandMethod } from '@eyrie/domain';
import type { Command, WatchContext } from '../command/index.ts';
import { observeFlight } from './flight.evidence.ts';
import { flightOID, linkOf, now, type Seen } from './flight.link.fixture.ts';

type Before = NonNullable<WatchContext['before']>;
const flying: Before = { airborne: true, returning: false, flyingTo: false, flightOID, paused: false };

const outcome = (
  method: CommandMethod,
  seen: Seen,
  part: { before?: Before | null; answered?: boolean; contested?: boolean } = {},
): string | null => {
  const { before = flying, answered = false, contested = false } = part;
  const command = { method, flightOID, state: answered ? 'accepted' : 'unknown' } as Command;
  const shown = observeFlight({ link: linkOf(seen), command, now, before, contested });
  return shown && (shown.firm ? shown.state : `${shown.state} if it stays`);
};

const onGround: Before = { ...flying, airborne: false, flightOID: null };
const paused: Before = { ...flying, paused: true };
const goingHome: Before = { ...flying, returning: true };
const flyingTo: Before = { ...flying, flightOID: null, flyingTo: true };
const standing = { mode: 'standby', speed: 0 } as const;

describe('an order without an answer is confirmed by what it alone causes', () => {
  it.each<[string, CommandMethod, Before, Seen, string]>([
    ['a start, by progress of its flight', 'startJob', onGround, { ...standing, job: {} }, 'in_progress'],
    [
      'a start, by its flight in the air',
      'startJob',
      onGround,
      { mode: 'autoTakeoff', job: {} },
      'succeeded',
    ],
    [
      'a start, by the failed end of its flight',
      'startJob',
      onGround,
      { ...standing, job: null, ended: { flightOID, outcome: 'failed' } },
      'failed',
    ],
    [
      'an undo, by the cancelled end of its flight',
      'forceEndJob',
      onGround,
      { ...standing, job: null, ended: { flightOID, outcome: 'cancelled' } },
      'succeeded',
    ],
    [
      'the end of a flight in the air, by the return',
      'forceEndJob',
      flying,
      { mode: 'autoReturn', job: { reason: 1283 } },
      'succeeded',
    ],
    [
      'a pause, by a break that a person caused',
      'flightPause',
      flying,
      { job: { status: 'paused', reason: 1281 } },
      'succeeded',
    ],
    [
      'a hover on a route, by the same',
      'hover',
      flying,
      { job: { status: 'paused', reason: 1282 } },
      'succeeded',
    ],
    [
      'going on, by the route that flies again',
      'flightResume',
      paused,
      { job: { missionState: 6 } },
      'succeeded',
    ],
    [
      'a return, by a break that a person caused',
      'returnHome',
      flying,
      { mode: 'autoReturn', job: { status: 'paused', reason: 1283 } },
      'succeeded',
    ],
    [
      'a return in the middle of a route',
      'returnHome',
      flying,
      { mode: 'autoReturn' },
      'succeeded if it stays',
    ],
    [
      'the end of a return, by its own cause',
      'returnHomeCancel',
      goingHome,
      { mode: 'manualFlight', reason: 21, speed: 0 },
      'succeeded',
    ],
    [
      'a hover that ends a return, by the same',
      'hover',
      goingHome,
      { mode: 'manualFlight', reason: 21, speed: 0 },
      'succeeded',
    ],
  ])('%s', (_what, method, before, seen, expected) => {
    expect(outcome(method, seen, { before })).toBe(expected);
  });

  it('but where another order may be the cause, only by what names its flight', () => {
    const stopped: Seen = { job: { status: 'paused', reason: 1281 } };
    expect(outcome('flightPause', stopped, { contested: true })).toBe(null);
    expect(outcome('flightPause', stopped, { contested: true, answered: true })).toBe('succeeded');
    expect(outcome('startJob', standing, { before: onGround, contested: true })).toBe('in_progress');
  });

  it.each<[string, CommandMethod, Before | null, Seen]>([
    ['a start, by another flight', 'startJob', onGround, { job: { flightOID: 'flight-2' } }],
    ['a start, by a status that is ours', 'startJob', onGround, { ...standing, job: { status: 'sent' } }],
    ['a start, by an aircraft in the air', 'startJob', onGround, { mode: 'manualFlight', job: null }],
    ['an undo, because nothing flies', 'forceEndJob', onGround, { ...standing, job: null }],
    [
      'an undo, by the end of another flight',
      'forceEndJob',
      onGround,
      { ...standing, job: null, ended: { flightOID: 'flight-2', outcome: 'cancelled' } },
    ],
    [
      'an undo, because its flight failed',
      'forceEndJob',
      onGround,
      { ...standing, job: null, ended: { flightOID, outcome: 'failed' } },
    ],
    [
      'the end of a flight, because it went home by itself',
      'forceEndJob',
      flying,
      { mode: 'autoReturn', reason: 1 },
    ],
    ['a pause, by an obstacle', 'flightPause', flying, { job: { status: 'paused', reason: 517 } }],
    ['a pause, without a cause', 'flightPause', flying, { job: { status: 'paused' } }],
    [
      'a pause, of a route that was paused',
      'flightPause',
      paused,
      { job: { status: 'paused', reason: 1281 } },
    ],
    [
      'a pause, when nobody knows what was before',
      'flightPause',
      null,
      { job: { status: 'paused', reason: 1281 } },
    ],
    [
      'a pause, of another flight',
      'flightPause',
      flying,
      { job: { flightOID: 'flight-2', status: 'paused', reason: 1281 } },
    ],
    ['a hover, at a waypoint', 'hover', flying, { speed: 0 }],
    [
      'a hover, where no route is flown',
      'hover',
      { ...flying, flightOID: null },
      { job: null, speed: 0, mode: 'manualFlight' },
    ],
    [
      'a hover that stops a flight to a point',
      'hover',
      flyingTo,
      { job: null, speed: 0, mode: 'manualFlight' },
    ],
    ['a hover that ends a return, because it landed', 'hover', goingHome, standing],
    [
      'a hover of which nobody knows what was before',
      'hover',
      null,
      { job: { status: 'paused', reason: 1281 } },
    ],
    ['going on, of a route that ran', 'flightResume', flying, { job: { missionState: 6 } }],
    [
      'going on, because it went home',
      'flightResume',
      paused,
      { mode: 'autoReturn', job: { missionState: 9 } },
    ],
    ['going on, in a state that is no flying', 'flightResume', paused, { job: { missionState: 2 } }],
    ['a return, of an aircraft that was returning', 'returnHome', goingHome, { mode: 'autoReturn' }],
    ['a return, because its battery is low', 'returnHome', flying, { mode: 'autoReturn', reason: 17 }],
    ['a return, because the signal was lost', 'returnHome', flying, { mode: 'autoReturn', reason: 6 }],
    [
      'a return, with a break by the wind',
      'returnHome',
      flying,
      { mode: 'autoReturn', job: { status: 'paused', reason: 784 } },
    ],
    ['a return, at the end of its route', 'returnHome', flying, { mode: 'autoReturn', job: { waypoint: 4 } }],
    ['a return, of which nobody knows what was before', 'returnHome', null, { mode: 'autoReturn' }],
    [
      'the end of a return, for another cause',
      'returnHomeCancel',
      goingHome,
      { mode: 'manualFlight', reason: 22 },
    ],
    [
      'the end of a return, by an aircraft that flew',
      'returnHomeCancel',
      flying,
      { mode: 'manualFlight', reason: 21 },
    ],
  ])('and not %s', (_what, method, before, seen) => {
    expect(outcome(method, seen, { before })).toBe(null);
  });
});

describe('an order that the device acknowledged is confirmed by the state that it asks for', () => {
  it.each<[CommandMethod, Before, Seen, string | null]>([
    ['startJob', onGround, { ...standing, job: {} }, 'in_progress'],
    ['startJob', onGround, { ...standing, job: { status: 'sent' } }, null],
    ['forceEndJob', onGround, { ...standing, job: null }, 'succeeded'],
    ['forceEndJob', onGround, { mode: 'autoTakeoff', job: {} }, null],
    ['forceEndJob', flying, { mode: 'autoReturn' }, 'succeeded'],
    [
      'forceEndJob',
      flying,
      { job: null, ...standing, ended: { flightOID, outcome: 'cancelled' } },
      'succeeded',
    ],
    ['forceEndJob', flying, {}, null],
    ['flightPause', flying, { job: { status: 'paused' } }, 'succeeded'],
    ['flightPause', flying, { speed: 0 }, null],
    ['flightResume', paused, {}, 'succeeded'],
    ['flightResume', paused, { job: { status: 'paused' } }, null],
    ['returnHome', goingHome, { mode: 'autoReturn' }, 'succeeded'],
    ['returnHome', flying, {}, null],
    ['returnHomeCancel', goingHome, { mode: 'manualFlight' }, 'succeeded'],
    ['returnHomeCancel', goingHome, { mode: 'autoReturn' }, null],
    ['hover', flying, { job: { status: 'paused' } }, 'succeeded'],
    ['hover', flying, { speed: 0 }, null],
    ['hover', flyingTo, { job: null, mode: 'liveFlight', speed: 0 }, 'succeeded if it stays'],
    ['hover', flyingTo, { job: null, mode: 'liveFlight', speed: 2 }, null],
    ['hover', goingHome, { mode: 'manualFlight' }, 'succeeded'],
    ['hover', goingHome, { mode: 'autoReturn' }, null],
  ])('%s after %j: %j gives %s', (method, before, seen, expected) => {
    expect(outcome(method, seen, { before, answered: true })).toBe(expected);
  });
});

it('the table names what confirms each form of an order that is judged by the flight', () => {
  // The answer confirms a live picture; the plans of the others read what their device says of the order.
  const elsewhere = ['live', 'setting', 'openOrder', 'consent', 'dockState'];
  expect(orderForms.filter((form) => evidence[form].unanswered === null)).toEqual([
    'stopFlyTo',
    ...elsewhere,
  ]);
  expect(orderForms.filter((form) => evidence[form].answered === null)).toEqual(elsewhere);
});
