import { describe, expect, it } from 'vitest';
import type { ComponentName, DjiBridge } from './dji-bridge.ts';
import { createPilotConnection, pilotSteps, type PilotStandings } from './pilot-connection.ts';

const said = (data: unknown, code = 0, message = 'success'): string =>
  JSON.stringify({ code, message, data });
const oid = '0199c0de-0000-7000-8000-000000000001';

/** The app around the page: it answers as it is told, and connects when the test says so. */
const openApp = (differs: Partial<DjiBridge> = {}) => {
  const loaded: [ComponentName, Record<string, unknown>][] = [];
  const around: Record<string, unknown> = {};
  const timers: [number, () => void][] = [];
  const calls = { connect: 0, open: 0, openSocket: 0 };
  let standings = {} as PilotStandings;
  const bridge: Partial<DjiBridge> = {
    platformVerifyLicense: () => said(true),
    platformSetWorkspaceId: () => said(true),
    platformSetInformation: () => said(true),
    platformGetRemoteControllerSN: () => said('RC0001'),
    platformGetAircraftSN: () => said(''),
    platformUnloadComponent: () => said(true),
    platformLoadComponent: (name, parameters) => {
      loaded.push([name, JSON.parse(parameters) as Record<string, unknown>]);
      return said(true);
    },
    ...differs,
  };
  const licence = { appId: '1', appKey: 'k', license: 'l' };
  const connection = createPilotConnection({
    around,
    bridge,
    origin: 'https://eyrie.example',
    systemName: 'Eyrie',
    calls: {
      app: async () => ({ licence, workspaceId: oid, workspaceName: 'North', userName: 'Ann' }),
      connect: async ({ sn }) => {
        calls.connect += 1;
        return { oid, broker: 'mqtts://broker.example:8883', sn, secret: `secret ${calls.connect}` };
      },
      open: async () => {
        calls.open += 1;
        return { token: `token ${calls.open}` };
      },
      openSocket: async () => {
        calls.openSocket += 1;
        return { path: '/pilot-ws', token: `socket ${calls.openSocket}`, expiresAt: 1 };
      },
    },
    changed: (now) => {
      standings = now;
    },
    messageOf: (error) => (error as Error).message,
    after: (ms, work) => void timers.push([ms, work]),
  });
  return {
    connection,
    loaded,
    calls,
    of: (name: ComponentName) => loaded.filter(([one]) => one === name).map(([, parameters]) => parameters),
    stateOf: (step: keyof PilotStandings) => standings[step].state,
    faultOf: (step: keyof PilotStandings) => standings[step].fault,
    /** The app calls a function of the page. */
    report: (name: string, value: unknown) => (around[name] as (value: unknown) => void)(value),
    /** Lets the time of every timer pass that is running now. */
    pass: () => {
      for (const [, work] of timers.splice(0)) work();
    },
  };
};
/** Everything that waits for nothing but promises. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
};
const connectAll = async (app: ReturnType<typeof openApp>): Promise<void> => {
  const work = app.connection.start();
  await settle();
  app.report('eyrieThing', true);
  app.report('eyrieSocket', 'true');
  await work;
};

describe('a controller is brought in', () => {
  it('with every module, each with what it needs', async () => {
    const app = openApp();
    await connectAll(app);
    expect(pilotSteps.filter((step) => app.stateOf(step) !== 'done')).toEqual([]);
    expect(app.of('thing')).toEqual([
      {
        host: 'ssl://broker.example:8883',
        username: 'RC0001',
        password: 'secret 1',
        connectCallback: 'eyrieThing',
      },
    ]);
    expect(app.of('api')).toEqual([{ host: 'https://eyrie.example', token: 'token 1' }]);
    expect(app.of('ws')).toEqual([
      { host: 'wss://eyrie.example/pilot-ws', token: 'socket 1', connectCallback: 'eyrieSocket' },
    ]);
    expect(app.of('map')).toEqual([{ userName: 'Ann', elementPreName: 'PILOT' }]);
    expect(app.of('liveshare')).toMatchObject([{ videoPublishType: 'video-demand-aux-manual' }]);
  });

  it('only as far as the licence is accepted', async () => {
    const app = openApp({ platformVerifyLicense: () => said(false, 613_002, 'mismatch') });
    await app.connection.start();
    expect(app.faultOf('licence')).toEqual({
      kind: 'licenceRefused',
      values: { message: 'mismatch', code: 613_002 },
    });
    expect(app.faultOf('thing')).toEqual({ kind: 'before' });
    expect(app.loaded).toEqual([]);
    expect(app.calls.connect).toBe(0);
  });

  it.each([
    ['an answer that says no', { platformVerifyLicense: () => said(false) }, 'licence', 'licenceRefused'],
    [
      'an answer that cannot be read',
      { platformSetWorkspaceId: (): string => 'x' },
      'workspace',
      'unreadable',
    ],
    ['an answer without a code', { platformSetWorkspaceId: (): string => '{}' }, 'workspace', 'unreadable'],
    ['no serial number', { platformGetRemoteControllerSN: () => said('') }, 'controller', 'noSerial'],
    ['no answer at all', { platformSetInformation: () => undefined as never }, 'workspace', 'unreadable'],
  ] satisfies [string, Partial<DjiBridge>, keyof PilotStandings, string][])(
    'and not by %s',
    async (_what, differs, step, kind) => {
      const app = openApp(differs);
      await app.connection.start();
      expect(app.stateOf(step)).toBe('failed');
      expect(app.faultOf(step)?.kind).toBe(kind);
    },
  );

  it('by an app that lacks a module, all but this module', async () => {
    const app = openApp({
      platformLoadComponent: (name) => (name === 'map' ? said(null, 7, 'unknown module') : said(true)),
    });
    await connectAll(app);
    expect(app.faultOf('map')).toEqual({ kind: 'refused', values: { message: 'unknown module', code: 7 } });
    expect(pilotSteps.filter((step) => app.stateOf(step) !== 'done')).toEqual(['map']);
  });

  it('no further than the broker is reached, and says which address', async () => {
    const app = openApp();
    const work = app.connection.start();
    await settle();
    app.report('eyrieThing', false);
    app.report('eyrieSocket', true);
    await work;
    expect(app.faultOf('thing')).toEqual({
      kind: 'notConnected',
      values: { address: 'ssl://broker.example:8883' },
    });
    expect(app.faultOf('liveshare')?.kind).toBe('before');
    expect(app.stateOf('mission')).toBe('done');
  });

  it('not by silence: what is not connected in time has failed, until it connects', async () => {
    const app = openApp();
    const work = app.connection.start();
    await settle();
    expect(app.stateOf('thing')).toBe('working');
    app.pass();
    await work;
    expect(app.faultOf('thing')).toMatchObject({ kind: 'noAnswer', values: { seconds: 30 } });
    app.report('eyrieThing', true);
    expect(app.stateOf('thing')).toBe('done');
  });
});

describe('a controller that is in', () => {
  it('shows that it is lost and that it is back', async () => {
    const app = openApp();
    await connectAll(app);
    app.report('eyrieThing', false);
    expect(app.faultOf('thing')?.kind).toBe('lost');
    app.report('eyrieThing', true);
    expect(app.stateOf('thing')).toBe('done');
  });

  it('is given another token when its socket is lost, because the first opens it for minutes', async () => {
    const app = openApp();
    await connectAll(app);
    app.pass();
    app.report('eyrieSocket', false);
    expect(app.stateOf('ws')).toBe('failed');
    app.pass();
    await settle();
    expect(app.of('ws').map(({ token }) => token)).toEqual(['socket 1', 'socket 2']);
    app.report('eyrieSocket', true);
    await settle();
    expect(app.stateOf('ws')).toBe('done');
    expect(app.of('thing')).toHaveLength(1);
  });

  it('does a step again with those that build on it, and with no others', async () => {
    const app = openApp();
    await connectAll(app);
    const work = app.connection.retry('controller');
    await settle();
    app.report('eyrieThing', true);
    app.report('eyrieSocket', true);
    await work;
    expect(app.of('thing').map(({ password }) => password)).toEqual(['secret 1', 'secret 2']);
    expect(app.of('media')).toHaveLength(2);
    expect(app.stateOf('map')).toBe('done');
  });
});
