/** DJI Pilot 2 around a page, written by the public documents: what it lends to the page, and what it does when asked. */
import type { Page } from '@playwright/test';
import { WebSocket } from 'ws';
import { connectDock, type DockClient } from '../../packages/testing/src/index.ts';

/** What the app was loaded with, by module. */
type Loaded = Record<string, Record<string, string>>;

export interface PilotApp {
  loaded: Loaded;
  /** The modules in the order in which they were loaded. */
  order: string[];
  workspace: string[];
  pushes: { biz_code: string; data: unknown }[];
  controller(): DockClient | null;
  /** A call of the app, with the token that the page gave it. */
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; code: number; data: unknown }>;
  close(): Promise<void>;
}

interface AroundPage {
  sn: string;
  aircraftSn: string;
  licence: string;
}

/** Runs in the page before anything else of it. */
const lend = ({ sn, aircraftSn, licence }: AroundPage): void => {
  const answer = (data: unknown, code = 0, message = 'success'): string =>
    JSON.stringify({ code, message, data });
  const report = (...said: unknown[]): void =>
    void (window as unknown as { appDoes(...said: unknown[]): Promise<void> }).appDoes(...said);
  let verified = false;
  const whenVerified = (work: () => string): string =>
    verified ? work() : answer(null, 613_001, 'not verified');
  Object.assign(window, {
    djiBridge: {
      platformVerifyLicense: (_id: string, _key: string, given: string) => {
        verified = given === licence;
        return verified ? answer(true) : answer(false, 613_002, 'license mismatch');
      },
      platformSetWorkspaceId: (uuid: string) =>
        whenVerified(() => {
          report('workspace', uuid);
          return answer(true);
        }),
      platformSetInformation: (...texts: string[]) =>
        whenVerified(() => {
          report('information', ...texts);
          return answer(true);
        }),
      platformGetRemoteControllerSN: () => whenVerified(() => answer(sn)),
      platformGetAircraftSN: () => whenVerified(() => answer(aircraftSn)),
      platformUnloadComponent: () => answer(true),
      platformLoadComponent: (name: string, parameters: string) =>
        whenVerified(() => {
          report('load', name, parameters);
          return answer(true);
        }),
    },
  });
};

/** Puts the app around a page. It really connects, to the broker and to the socket, with what the page gives it. */
export async function openPilotApp(page: Page, around: AroundPage): Promise<PilotApp> {
  const loaded: Loaded = {};
  const order: string[] = [];
  const workspace: string[] = [];
  const pushes: PilotApp['pushes'] = [];
  let controller: DockClient | null = null;
  let socket: WebSocket | null = null;

  const callBack = (name: string, isUp: boolean): Promise<void> =>
    page.evaluate(
      ([called, up]) =>
        (window as unknown as Record<string, (up: boolean) => void>)[called as string]?.(up as boolean),
      [name, isUp],
    );
  const connectThing = async ({
    host = '',
    username = '',
    password = '',
    connectCallback = '',
  }): Promise<void> => {
    await controller?.close();
    const url = host.replace(/^tcp:/, 'mqtt:');
    try {
      controller = await connectDock({ url, sn: username, secret: password, droneSn: around.aircraftSn });
      await callBack(connectCallback, true);
    } catch {
      await callBack(connectCallback, false);
    }
  };
  const connectSocket = async ({ host = '', token = '', connectCallback = '' }): Promise<void> => {
    socket?.terminate();
    const made = new WebSocket(`${host}?x-auth-token=${encodeURIComponent(token)}`);
    socket = made;
    made.on('message', (text: Buffer) => pushes.push(JSON.parse(text.toString()) as (typeof pushes)[number]));
    made.on('error', () => undefined);
    made.once('open', () => void callBack(connectCallback, true));
  };
  await page.exposeFunction('appDoes', async (what: string, ...said: string[]) => {
    const [name = '', parameters = '{}'] = said;
    if (what !== 'load') {
      workspace.push(...said);
      return;
    }
    order.push(name);
    const given = JSON.parse(parameters) as Record<string, string>;
    loaded[name] = given;
    if (name === 'thing') await connectThing(given);
    if (name === 'ws') await connectSocket(given);
  });
  await page.addInitScript(lend, around);

  return {
    loaded,
    order,
    workspace,
    pushes,
    controller: () => controller,
    async ask(method, path, body) {
      const { host = '', token = '' } = loaded['api'] ?? {};
      const response = await fetch(host + path.replace('{w}', workspace[0] ?? ''), {
        method,
        headers: { 'x-auth-token': token, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, ...((await response.json()) as { code: number; data: unknown }) };
    },
    async close() {
      socket?.terminate();
      await controller?.close();
    },
  };
}
