import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { failureKinds, type Failure, type SimulatedDock } from '../dock/index.ts';
import type { Log } from '../../platform/log.ts';

export interface ControlServer {
  port: number;
  stop(): Promise<void>;
}

const bodyLimit = 16_384;

interface Answer {
  status: number;
  data: unknown;
}

/**
 * The simulator's control server for people and tests, on the loopback only: `GET /docks`, `GET /docks/{sn}`,
 * `GET /docks/{sn}/stats`, `POST /docks/{sn}/failures` with a failure as JSON. Port 0 takes any free one.
 */
export function openControlServer(
  port: number,
  docks: () => readonly SimulatedDock[],
  log: Log,
): Promise<ControlServer> {
  const server = createServer((request, response) => {
    handle(request, docks()).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        log('controlFault', { message: String(error) });
        send(response, { status: 400, data: { error: 'malformed' } });
      },
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        stop: () => closed(server),
      });
    });
  });
}

const closed = (server: ReturnType<typeof createServer>) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

function send(response: ServerResponse, { status, data }: Answer) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(data));
}

async function handle(request: IncomingMessage, docks: readonly SimulatedDock[]): Promise<Answer> {
  const [room, sn, word] = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1).split('/');
  if (room !== 'docks') return { status: 404, data: { error: 'no such address' } };
  if (!sn) return { status: 200, data: docks.map((dock) => dock.state()) };
  const dock = docks.find((one) => one.sn === sn);
  if (!dock) return { status: 404, data: { error: 'no such dock' } };
  if (request.method === 'GET' && !word) return { status: 200, data: dock.state() };
  if (request.method === 'GET' && word === 'stats') return { status: 200, data: dock.stats() };
  if (request.method !== 'POST' || word !== 'failures')
    return { status: 404, data: { error: 'no such address' } };
  const failure = readFailure(await readBody(request));
  if (!failure) return { status: 422, data: { error: 'unknown failure', kinds: failureKinds } };
  dock.arm(failure);
  return { status: 200, data: dock.state() };
}

function readFailure(value: unknown): Failure | null {
  const kind = (value as { kind?: unknown } | null)?.kind;
  return failureKinds.some((one) => one === kind) ? (value as Failure) : null;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) {
    text += String(part);
    if (text.length > bodyLimit) throw new RangeError('body too large');
  }
  return JSON.parse(text);
}
