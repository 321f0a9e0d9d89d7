import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { drcSocketPath, limits } from '@eyrie/domain';
import type { AccessHolds } from '../../platform/http/access.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { createWebSockets } from '../../platform/http/web-sockets.ts';
import { hashSecret } from '../../platform/device-secret.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { DrcChannel } from './drc.channel.ts';
import { DrcConnection } from './drc.connection.ts';
import { makeRoom } from './connection-limit.ts';
import { spendCode, type DrcPass } from './drc.store.ts';

export interface DrcSocketDependencies {
  server: Pick<Server, 'on' | 'off'>;
  channel: DrcChannel;
  access: AccessHolds;
  callerOf(sessionOID: string): Promise<Caller | null>;
  /** May a member of this department see the dock. */
  visible(groupOID: string, dockOID: string): boolean;
  originAllowed(origin: string | undefined): boolean;
}

const right = 'dock:control';

const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

type Admit = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;

/** Lets few at a time be checked, and pages of other places not at all. */
const gated = (
  { originAllowed }: Pick<DrcSocketDependencies, 'originAllowed'>,
  log: Runtime['log'],
  admit: Admit,
): Admit => {
  let checking = 0;
  return async (request, socket, head) => {
    socket.on('error', () => undefined);
    if (!originAllowed(request.headers.origin)) return refuse(socket, '403 Forbidden');
    if (checking >= limits.drc.strangers) return refuse(socket, '503 Service Unavailable');
    checking += 1;
    try {
      await admit(request, socket, head);
    } catch (err) {
      log.warn({ err }, 'a code for sticks could not be checked');
      refuse(socket, '503 Service Unavailable');
    } finally {
      checking -= 1;
    }
  };
};

type Flier = Pick<DrcSocketDependencies, 'visible'>;

/** Whether somebody may still fly the dock of a code. */
const flierOf =
  ({ visible }: Flier) =>
  (caller: Caller | null, { dockOID }: DrcPass): caller is Caller =>
    caller !== null && !caller.mustChange && caller.resources.has(right) && visible(caller.groupOID, dockOID);

/** The connections by which pages send frames of sticks. Each is opened by a code that was given to the tab that flies. */
export const createDrcSocket = (runtime: Runtime, deps: DrcSocketDependencies): Unit => {
  const { clock, db, log, serverTime } = runtime;
  const open = new Set<DrcConnection>();
  const sockets = createWebSockets(limits.drc.messageBytes);
  let syncing: NodeJS.Timeout | undefined;

  const mayFly = flierOf(deps);
  const admit: Admit = async (request, socket, head) => {
    const code = new URL(request.url ?? '', 'http://here').searchParams.get('code') ?? '';
    const since = deps.access.stamp();
    const pass = await spendCode(db, hashSecret(code), new Date(serverTime()));
    const caller = pass && (await deps.callerOf(pass.sessionOID));
    if (socket.destroyed) return;
    if (!pass || !mayFly(caller, pass)) return refuse(socket, '401 Unauthorized');
    if (!makeRoom(open, pass)) return refuse(socket, '429 Too Many Requests');
    sockets.handleUpgrade(request, socket, head, (ws) => {
      let release = (): void => undefined;
      let unhear = (): void => undefined;
      const connection = new DrcConnection(ws, {
        pass,
        memberOID: caller.memberOID,
        clock,
        serverTime,
        say: (said) => {
          deps.channel
            .say(said)
            .catch((error: unknown) => log.debug({ err: error }, 'a frame of sticks was not passed on'));
        },
        gone: (one) => {
          open.delete(one);
          release();
          unhear();
        },
      });
      open.add(connection);
      deps.channel
        .hear(pass.dockOID, (heard) => connection.heard(heard))
        .then((stop) => {
          if (open.has(connection)) unhear = stop;
          else stop();
        })
        .catch((error: unknown) => {
          log.warn({ err: error, dock: pass.dockOID }, 'the state of sticks cannot be received');
          connection.end();
        });
      release = deps.access.hold({
        caller,
        dockOID: pass.dockOID,
        since,
        allows: (now) => mayFly(now, pass),
        end: () => connection.end(),
      });
    });
  };

  const upgrade = gated(deps, log, admit);
  const listener = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if ((request.url ?? '').split('?', 1)[0] === drcSocketPath) void upgrade(request, socket, head);
  };

  return {
    name: 'connections for sticks',
    async start() {
      deps.server.on('upgrade', listener);
      syncing = setInterval(() => {
        for (const one of open) one.compareClocks();
      }, limits.drc.syncEvery);
    },
    async stop() {
      clearInterval(syncing);
      deps.server.off('upgrade', listener);
      for (const one of open) one.end();
      sockets.close();
    },
  };
};
