import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Refit } from '../drone/index.ts';
import { controlPage, languageOf } from './control-page.ts';
import { failureKinds, type Failure, type SimulatedDock } from '../dock/index.ts';
import { consentPolicies, type SimulatedController } from '../remote-controller/index.ts';
import type { Log } from '../../platform/log.ts';

export interface ControlServer {
  port: number;
  stop(): Promise<void>;
}

const bodyLimit = 16_384;
const longestAway = 3_600_000;

export interface SimulatedDevices {
  docks(): readonly SimulatedDock[];
  controllers(): readonly SimulatedController[];
}

interface Answer {
  status: number;
  data: unknown;
  /** A page instead of data. */
  page?: string;
}

const pageHeads = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; connect-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** Pages of others, and names that only point here, start nothing: what this machine shows itself does. */
const isForeign = ({ headers: { host, origin } }: IncomingMessage): boolean => {
  const name = host?.replace(/:\d+$/, '') ?? '';
  return !['127.0.0.1', 'localhost'].includes(name) || (origin !== undefined && origin !== `http://${host}`);
};

const noAddress: Answer = { status: 404, data: { error: 'no such address' } };

/**
 * The simulator's control server for people and tests, on the loopback only: `GET /` is the page on which a person starts
 * failures by their names; `GET /docks`, `GET /docks/{sn}`,
 * `GET /docks/{sn}/stats`, `POST /docks/{sn}/failures` with a failure as JSON, `POST /docks/{sn}/refit` with what a
 * person changes on the aircraft: serial numbers of batteries and gimbal, cycles, software; `GET /docks/{sn}/faults`: what is
 * out of order in the land around it, and since when it is repaired; `POST /docks/{sn}/faults` with `id` of one and
 * `repaired`, from then on; `POST /docks/{sn}/order` with
 * `method` and `data` of a service, past the server: the code of the answer; `GET /controllers`,
 * `GET /controllers/{sn}`, `POST /controllers/{sn}/consent` with what the pilot does (`"refuses"`),
 * `POST /controllers/{sn}/network` with the milliseconds it is gone. Port 0 takes any free one.
 */
export function openControlServer(port: number, devices: SimulatedDevices, log: Log): Promise<ControlServer> {
  const server = createServer((request, response) => {
    handle(request, devices).then(
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

function send(response: ServerResponse, { status, data, page }: Answer) {
  if (page !== undefined) {
    response.writeHead(status, pageHeads);
    response.end(page);
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(data));
}

async function handle(request: IncomingMessage, { docks, controllers }: SimulatedDevices): Promise<Answer> {
  const [room, sn, word] = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1).split('/');
  if (isForeign(request)) return { status: 403, data: { error: 'foreign' } };
  if (room === '' && request.method === 'GET')
    return { status: 200, data: null, page: controlPage(languageOf(request.headers['accept-language'])) };
  if (room === 'docks') return ofDock(request, docks(), sn, word);
  if (room === 'controllers') return ofController(request, controllers(), sn, word);
  return noAddress;
}

async function ofController(
  request: IncomingMessage,
  controllers: readonly SimulatedController[],
  sn: string | undefined,
  word: string | undefined,
): Promise<Answer> {
  if (!sn) return { status: 200, data: controllers.map((one) => one.state()) };
  const controller = controllers.find((one) => one.sn === sn);
  if (!controller) return { status: 404, data: { error: 'no such controller' } };
  if (request.method === 'GET' && !word) return { status: 200, data: controller.state() };
  if (request.method !== 'POST') return noAddress;
  const given = await readBody(request);
  if (word === 'consent') {
    const policy = consentPolicies.find((one) => one === given);
    if (!policy) return { status: 422, data: { error: 'unknown policy', kinds: consentPolicies } };
    controller.setConsent(policy);
  } else if (word === 'network') {
    if (typeof given !== 'number' || given < 0 || given > longestAway)
      return { status: 422, data: { error: 'milliseconds', most: longestAway } };
    controller.loseNetwork(given);
  } else return noAddress;
  return { status: 200, data: controller.state() };
}

async function ofDock(
  request: IncomingMessage,
  docks: readonly SimulatedDock[],
  sn: string | undefined,
  word: string | undefined,
): Promise<Answer> {
  if (!sn) return { status: 200, data: docks.map((dock) => dock.state()) };
  const dock = docks.find((one) => one.sn === sn);
  if (!dock) return { status: 404, data: { error: 'no such dock' } };
  if (request.method === 'GET' && !word) return { status: 200, data: dock.state() };
  if (request.method === 'GET' && word === 'stats') return { status: 200, data: dock.stats() };
  if (request.method === 'GET' && word === 'faults') return { status: 200, data: dock.faults() };
  if (request.method === 'POST' && word === 'faults') return repair(dock, await readBody(request));
  if (request.method === 'POST' && word === 'refit') return refit(dock, await readBody(request));
  if (request.method === 'POST' && word === 'order') return orderOf(dock, await readBody(request));
  if (request.method !== 'POST' || word !== 'failures') return noAddress;
  const failure = readFailure(await readBody(request));
  if (!failure) return { status: 422, data: { error: 'unknown failure', kinds: failureKinds } };
  dock.arm(failure);
  return { status: 200, data: dock.state() };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const refitParts: Readonly<Record<keyof Refit, (value: unknown) => boolean>> = {
  batteries: areTexts,
  cycles: isNumber,
  percent: isNumber,
  temperature: isNumber,
  gimbal: isText,
  behind: isBoolean,
};

const isRefit = (value: unknown): value is Refit =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(
    ([part, one]) => Object.hasOwn(refitParts, part) && refitParts[part as keyof Refit](one),
  );

function refit(dock: SimulatedDock, order: unknown): Answer {
  if (!isRefit(order)) return { status: 422, data: { error: 'no refit', parts: Object.keys(refitParts) } };
  return dock.refit(order)
    ? { status: 200, data: dock.state() }
    : { status: 409, data: { error: 'the aircraft is on, away, or not made for this' } };
}

function repair(dock: SimulatedDock, asked: unknown): Answer {
  const { id, repaired } = (asked ?? {}) as { id?: unknown; repaired?: unknown };
  if (!isText(id) || !isBoolean(repaired)) return { status: 422, data: { error: 'id, repaired' } };
  return dock.setRepaired(id, repaired)
    ? { status: 200, data: dock.faults() }
    : { status: 404, data: { error: 'no such fault' } };
}

async function orderOf(dock: SimulatedDock, asked: unknown): Promise<Answer> {
  const { method, data = null } = (asked ?? {}) as { method?: unknown; data?: unknown };
  if (!isText(method)) return { status: 422, data: { error: 'method' } };
  return { status: 200, data: { result: await dock.order(method, data) } };
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
