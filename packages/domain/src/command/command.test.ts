import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { commandCalls } from './command.calls.ts';
import {
  beginsFlight,
  commandMethods,
  memberMethods,
  commandMoves,
  commandRules,
  commandStates,
  isExpired,
  isFinal,
  mayMove,
  type CommandMethod,
  type CommandState,
} from './command.ts';

const reachable = (from: CommandState): Set<CommandState> => {
  const seen = new Set<CommandState>();
  const ahead = [from];
  for (let state = ahead.pop(); state; state = ahead.pop())
    for (const next of commandMoves[state])
      if (!seen.has(next)) {
        seen.add(next);
        ahead.push(next);
      }
  return seen;
};

describe('the moves of a command', () => {
  it('end in exactly five states, and nothing leaves those', () => {
    const final = commandStates.filter(isFinal);
    expect(final.toSorted()).toEqual(['expired', 'failed', 'rejected', 'succeeded', 'superseded']);
    for (const from of final) for (const to of commandStates) expect(mayMove(from, to)).toBe(false);
  });

  it('never go back before the sending, and never from one state to itself', () => {
    for (const from of commandStates) {
      expect(mayMove(from, from)).toBe(false);
      if (from !== 'drafted') expect(mayMove(from, 'drafted')).toBe(false);
      if (from !== 'drafted' && from !== 'authorised')
        for (const to of ['authorised', 'sent', 'expired'] as const) expect(mayMove(from, to)).toBe(false);
    }
  });

  it('never send again what is unknown: the dock’s own state resolves it', () => {
    for (const state of ['unknown', 'accepted_late'] as const)
      expect([...reachable(state)].filter((to) => to === 'sent' || to === 'authorised')).toEqual([]);
    expect(mayMove('unknown', 'accepted')).toBe(false);
    expect(mayMove('unknown', 'accepted_late')).toBe(true);
  });

  it('reach a final state from every other', () => {
    const stuck = commandStates.filter((from) => !isFinal(from) && ![...reachable(from)].some(isFinal));
    expect(stuck).toEqual([]);
  });

  it('know every state from the beginning', () => {
    expect([...reachable('drafted')].toSorted()).toEqual(
      commandStates.filter((one) => one !== 'drafted').toSorted(),
    );
  });

  it('keep, for any walk, at most one sending', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 30 }), (choices) => {
        let state: CommandState = 'drafted';
        let sent = 0;
        for (const choice of choices) {
          const next: CommandState | undefined =
            commandMoves[state][choice % (commandMoves[state].length || 1)];
          if (!next) break;
          if (next === 'sent') sent += 1;
          state = next;
        }
        return sent <= 1;
      }),
    );
  });
});

describe('the age of a click', () => {
  it.each(commandMethods)('bounds %s from both sides to the millisecond', (method) => {
    const { ttl } = commandRules[method];
    const now = 1_760_000_000_000;
    expect(isExpired(method, now - ttl, now)).toBe(false);
    expect(isExpired(method, now - ttl - 1, now)).toBe(true);
    expect(isExpired(method, now + limits.command.futureTolerance, now)).toBe(false);
    expect(isExpired(method, now + limits.command.futureTolerance + 1, now)).toBe(true);
  });

  it('holds for any moment', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...commandMethods),
        fc.integer({ min: -100_000, max: 100_000 }),
        (method, age) => {
          const now = 1_760_000_000_000;
          const young = age <= commandRules[method].ttl && age >= -limits.command.futureTolerance;
          return isExpired(method, now - age, now) === !young;
        },
      ),
    );
  });

  it('is 5 s, and 10 s for what prepares', () => {
    for (const method of commandMethods)
      expect(commandRules[method].ttl).toBe(beginsFlight(method) ? 10_000 : 5_000);
  });
});

const ownPaths: Partial<Record<CommandMethod, string>> = {
  setParameter: '/nebula-five/uavdock/paramSet.rest',
  robotGoTo: '/nebula-five/robot/goTo.rest',
  robotPatrol: '/nebula-five/robot/patrol.rest',
  robotReturn: '/nebula-five/robot/returnToBase.rest',
  robotStop: '/nebula-five/robot/stop.rest',
  controlRequest: '/nebula-five/uavrc/controlRequest.rest',
  controlRelease: '/nebula-five/uavrc/controlRelease.rest',
};

describe('the rules of commands', () => {
  it('let only return-home and hover go without lease and fresh state', () => {
    expect(commandMethods.filter((method) => commandRules[method].emergency).toSorted()).toEqual([
      'hover',
      'returnHome',
    ]);
    expect(commandMethods.filter((method) => commandRules[method].control === null).toSorted()).toEqual([
      'controlRelease',
      'drcEnd',
      'flightAreasUpdate',
      'logQuery',
      'logUpload',
      'logUploadCancel',
      'mediaFirst',
      'prepareJob',
      'setParameter',
      'speakerMode',
      'speakerPlay',
      'speakerReplay',
      'speakerStop',
      'speakerVolume',
      'startLive',
      'stopLive',
      'switchQuality',
      'undoJob',
    ]);
  });

  it('let a robot be stopped without a lease as well', () => {
    expect(commandMethods.filter((method) => commandRules[method].withoutLease).toSorted()).toEqual([
      'hover',
      'returnHome',
      'robotStop',
    ]);
  });

  it('demand a confirmation for what sets out, ends a flight or a return, closes, or cannot be undone', () => {
    expect(commandMethods.filter((method) => commandRules[method].confirm).toSorted()).toEqual([
      'coverClose',
      'coverForceClose',
      'deviceFormat',
      'deviceReboot',
      'droneClose',
      'droneFormat',
      'esimActivate',
      'esimOperatorSwitch',
      'flyTo',
      'forceEndJob',
      'ota',
      'poiEnter',
      'putterClose',
      'returnHomeCancel',
      'robotGoTo',
      'robotPatrol',
      'rtkCalibration',
      'simSlotSwitch',
      'startJob',
      'stealthOpen',
      'takeOff',
    ]);
  });

  it('are open to the emergency right only where no lease is needed', () => {
    const byRight = commandMethods.filter((method) => {
      const call = (commandCalls as Record<string, { permission?: unknown } | undefined>)[method];
      return Array.isArray(call?.permission) && call.permission.includes('dock:emergency');
    });
    expect(byRight.toSorted()).toEqual(
      commandMethods.filter((method) => commandRules[method].withoutLease).toSorted(),
    );
  });

  it('never confirm what saves the aircraft', () => {
    const saving = commandMethods.filter((method) => commandRules[method].withoutLease);
    expect(saving.filter((method) => commandRules[method].confirm)).toEqual([]);
  });

  it('name their tab and their click wherever they move something, but for what saves the aircraft', () => {
    const oid = '01900000-0000-7000-8000-000000000001';
    const order = { oid, key: 'one-of-many', flightOID: oid };
    const more = {
      lng: 1,
      lat: 1,
      videoId: 'D1/165-0-7/normal-0',
      videoType: 'zoom',
      quality: 1,
      name: 'Fence',
    };
    const tools = {
      device: 'dock',
      imei: '490154203237518',
      slot: 'sim',
      operator: 1,
      serial: 'D1',
      padEmpty: true,
      height: 9,
      maxSpeed: 5,
      circleSpeed: 2,
    };
    const points = [
      { lng: 1, lat: 1 },
      { lng: 1, lat: 2 },
    ];
    const logs = { modules: ['dock'], files: [{ module: 'dock', bootIndexes: [1] }] };
    const sound = { audioOID: oid, psdkIndex: 2, playMode: 'once', volume: 50 };
    const payload = {
      cmd: 'camera_photo_take',
      data: { payload_index: '81-0-0' },
      safeHeight: 60,
      rthAltitude: 100,
      lostAction: 'return',
      payloadIndex: '81-0-0',
    };
    const psdk = {
      lightMode: 'on',
      brightness: 50,
      lamp: 'left',
      degrees: 1,
      saved: false,
      widget: 0,
      value: 1,
      text: 'on air',
    };
    const upgrade = { devices: [{ sn: 'D1', type: 2 }] };
    const click = { tabId: 'tab-of-a-page', issuedAt: 1_763_690_000_000 };
    const called = memberMethods;
    for (const method of called.filter((one) => one !== 'setParameter')) {
      const missing = (given: object): string[] =>
        commandCalls[method].request
          .safeParse({
            ...order,
            ...more,
            ...tools,
            ...logs,
            ...sound,
            ...payload,
            ...psdk,
            ...upgrade,
            points,
            ...given,
          })
          .error?.issues.map(({ path }) => path.join('.')) ?? [];
      const { control, emergency } = commandRules[method];
      const needed = control !== null && !emergency;
      expect([method, missing(click)]).toEqual([method, []]);
      expect([method, missing({})]).toEqual([method, needed ? ['tabId', 'issuedAt'] : []]);
      expect([method, missing({ tabId: click.tabId })]).toEqual([method, needed ? ['issuedAt'] : []]);
      expect([method, missing({ issuedAt: click.issuedAt })]).toEqual([method, needed ? ['tabId'] : []]);
    }
  });

  it('have one call each, under their own name', () => {
    const called = memberMethods;
    for (const method of called)
      expect(commandCalls[method].path).toBe(
        ownPaths[method] ?? `/nebula-five/uavdockmonitor/${method}.rest`,
      );
  });
});
