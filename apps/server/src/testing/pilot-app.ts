import { randomUUID } from 'node:crypto';
import { calls, pilotPaths, pilotSocketPath, type CallDeclaration } from '@eyrie/domain';
import { WebSocket } from 'ws';
import { callAt, type Answer } from './caller.ts';

type PathName = keyof typeof pilotPaths;

/** How a call of the app is made: the fields of its path, then query and body. */
export interface PilotRequest {
  id?: string;
  g?: string;
  query?: string;
  body?: unknown;
}

/** DJI Pilot 2 on a controller, as far as it speaks HTTP and WebSocket. */
export const openPilotApp = async (
  url: string,
  session: { token: string; groupRoot: string },
  sn = `RC${randomUUID().slice(0, 8).toUpperCase()}`,
) => {
  const ask = async (
    declaration: CallDeclaration,
    request: Record<string, unknown>,
  ): Promise<Answer['data']> => {
    const answer = await callAt(url, session.token, declaration, request);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.message}`);
    return answer.data;
  };
  const enrolled = await ask(calls.remoteController.connect, { sn, model: 'RC Plus 2' });
  const controllerOID = enrolled.oid as string;
  const { token } = await ask(calls.pilot.open, { controllerOID });
  const sockets: WebSocket[] = [];

  const call = async (
    name: PathName,
    { id = '', g = '', query = '', body }: PilotRequest = {},
    given: { token?: string | null; workspace?: string } = {},
  ): Promise<Answer & { location: string | null }> => {
    const { method, path } = pilotPaths[name];
    const workspace = given.workspace ?? session.groupRoot;
    const at = path.replace('{w}', workspace).replace('{id}', id).replace('{g}', g);
    const used = given.token === undefined ? (token as string) : given.token;
    const response = await fetch(`${url}${at}${query}`, {
      method,
      redirect: 'manual',
      headers: {
        'accept-language': 'en',
        ...(used === null ? {} : { 'x-auth-token': used }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Omit<Answer, 'status'>;
    return { status: response.status, location: response.headers.get('location'), ...answer };
  };

  return {
    sn,
    controllerOID,
    secret: enrolled.secret as string,
    token: token as string,
    call,
    socketToken: async (): Promise<string> =>
      (await ask(calls.pilot.openSocket, { controllerOID })).token as string,
    /** @returns what is pushed, and when the connection is over */
    listen: async (socketToken: string, at = url) => {
      const socket = new WebSocket(
        `${at.replace('http', 'ws')}${pilotSocketPath}?x-auth-token=${encodeURIComponent(socketToken)}`,
      );
      sockets.push(socket);
      const pushes: { biz_code: string; version: string; timestamp: number; data: unknown }[] = [];
      socket.on('message', (text: Buffer) =>
        pushes.push(JSON.parse(text.toString()) as (typeof pushes)[number]),
      );
      const closed = Promise.withResolvers<number>();
      socket.on('close', (code) => closed.resolve(code));
      await new Promise<void>((resolve, reject) => {
        socket.once('open', () => resolve());
        socket.once('error', reject);
      });
      return { pushes, closed: closed.promise, socket };
    },
    close: (): void => {
      for (const socket of sockets) socket.terminate();
    },
  };
};
export type PilotApp = Awaited<ReturnType<typeof openPilotApp>>;
