import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lackable, startSimulatedDock, usualDrone, type SimulatedDock } from './modules/dock/index.ts';
import {
  openBreaches,
  startOpenDock,
  startOpenRobot,
  type OpenDeviceOptions,
} from './modules/open-device/index.ts';
import {
  consentPolicies,
  startSimulatedController,
  type SimulatedController,
} from './modules/remote-controller/index.ts';
import { openControlServer } from './modules/operation/index.ts';
import { Repairs } from './modules/world/index.ts';
import { realClock } from './platform/clock.ts';
import { jsonLog } from './platform/log.ts';
import { demoLanguages } from './scenarios/demo-room.ts';
import { startDemo, type DemoNaming } from './scenarios/demo.ts';

const usage = `Usage:
  main.ts demo --server URL --broker URL --account NAME --password-file FILE --data-dir FOLDER
               [--speed N] [--control-port N] [--patrol-seconds N] [--film FILE.flv]
  main.ts dock --broker URL --sn SN --secret-file FILE --model 3-3-0 --drone-sn SN
               --lng N --lat N [--height N] [--heading N] [--speed N] [--control-port N] [--film FILE.flv]
               [--mqtt 3.1|3.1.1|5] [--qos 0|1] [--organization ID --binding-code CODE]
               [--batteries SN,SN] [--cycles N] [--gimbal SN] [--software current|behind] [--lacks module,cameras]
  main.ts robot --broker URL --sn SN --secret-file FILE --lng N --lat N [--height N] [--heading N] [--speed N]
               [--battery N] [--patrol-seconds N] [--breaks RULE,RULE]
  main.ts open-dock --broker URL --sn SN --secret-file FILE --lng N --lat N [--height N] [--heading N] [--speed N]
               [--battery N] [--breaks RULE,RULE]
  --breaks is for tests only: the device then breaks rules of the contract on purpose.
  main.ts controller --broker URL --sn SN --secret-file FILE --drone-sn SN --lng N --lat N [--height N]
               [--model 2-174-0|2-144-0] [--consent gives|refuses|cancels|ignores] [--speed N]
               [--control-port N] [--film FILE.flv]
`;

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: text,
    broker: text,
    account: text,
    'password-file': text,
    'data-dir': text,
    speed: text,
    'control-port': text,
    'patrol-seconds': text,
    film: text,
    sn: text,
    'secret-file': text,
    organization: text,
    'binding-code': text,
    model: text,
    'drone-sn': text,
    lng: text,
    lat: text,
    height: text,
    heading: text,
    mqtt: text,
    qos: text,
    battery: text,
    breaks: text,
    consent: text,
    batteries: text,
    cycles: text,
    gimbal: text,
    software: text,
    lacks: text,
  },
});
type Flag = keyof typeof values;

/** The value of a flag, when it is one of those allowed. */
function oneOf<T extends string>(flag: Flag, allowed: readonly T[]): T | undefined {
  const value = values[flag];
  const found = allowed.find((one) => one === value);
  if (value !== undefined && found === undefined)
    throw new TypeError(`--${flag} is one of ${allowed.join(', ')}, not ${value}\n${usage}`);
  return found;
}

function need(flag: Flag): string {
  const value = values[flag];
  if (value === undefined) throw new TypeError(`--${flag} is missing\n${usage}`);
  return value;
}

function number(flag: Flag, otherwise?: number): number {
  const value = values[flag] === undefined && otherwise !== undefined ? otherwise : Number(need(flag));
  if (!Number.isFinite(value)) throw new TypeError(`--${flag} is not a number`);
  return value;
}

/** The password itself, or the account file that the server writes for its demo. Read anew at every sign-in. */
function password(): string {
  const content = readFileSync(need('password-file'), 'utf8').trim();
  if (!content.startsWith('{')) return content;
  return (JSON.parse(content) as { password: string }).password;
}

/** In which language the server wants this demo named; written anew once, when the first visitor has signed in. */
function language(): DemoNaming {
  const content = readFileSync(need('password-file'), 'utf8').trim();
  if (!content.startsWith('{')) return { language: 'zh-CN', provisional: false };
  const reported = JSON.parse(content) as { language?: unknown; provisional?: unknown };
  const found = demoLanguages.find((one) => one === reported.language) ?? 'zh-CN';
  return { language: found, provisional: reported.provisional === true };
}

/** No faster than 50: at 200 ms a tick an aircraft would jump from waypoint to waypoint. */
const speed = () => Math.min(50, Math.max(1, number('speed', 1)));

/** What is repaired outlasts a demo, whose land people come back to. */
function keptRepairs(): Repairs {
  const folder = need('data-dir');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return new Repairs(join(folder, 'repairs.json'));
}

function demo() {
  return startDemo({
    server: need('server').replace(/\/+$/, ''),
    brokerUrl: need('broker'),
    account: need('account'),
    password,
    dataDir: need('data-dir'),
    repairs: keptRepairs(),
    language,
    speed: speed(),
    clock: realClock,
    log: jsonLog,
    patrolEveryMs: values['patrol-seconds'] === undefined ? undefined : number('patrol-seconds') * 1000,
    fallbackVideo: values.film,
  });
}

interface Running {
  docks?(): readonly SimulatedDock[];
  controllers?(): readonly SimulatedController[];
  stop(): Promise<void>;
}

function controller(): Running {
  const one = startSimulatedController({
    sn: need('sn'),
    secret: readFileSync(need('secret-file'), 'utf8').trim(),
    model: values.model,
    droneSn: need('drone-sn'),
    brokerUrl: need('broker'),
    lng: number('lng'),
    lat: number('lat'),
    height: number('height', 50),
    consent: oneOf('consent', consentPolicies),
    speed: speed(),
    log: jsonLog,
    fallbackVideo: values.film,
  });
  return { controllers: () => [one], stop: () => one.stop() };
}

function single(): Running {
  const model = need('model');
  const dock = startSimulatedDock({
    sn: need('sn'),
    secret: readFileSync(need('secret-file'), 'utf8').trim(),
    organizationId: values.organization,
    bindingCode: values['binding-code'],
    model,
    droneModel: usualDrone[model as keyof typeof usualDrone],
    droneSn: need('drone-sn'),
    brokerUrl: need('broker'),
    lng: number('lng'),
    lat: number('lat'),
    height: number('height', 50),
    heading: number('heading', 0),
    speed: speed(),
    mqtt: oneOf('mqtt', ['3.1', '3.1.1', '5']),
    hears: oneOf('qos', ['0', '1']) === '0' ? 0 : 1,
    refit: {
      batteries: values.batteries?.split(','),
      cycles: values.cycles === undefined ? undefined : number('cycles'),
      gimbal: values.gimbal,
      behind: oneOf('software', ['current', 'behind']) === 'behind',
    },
    lacks: values.lacks?.split(',').map((name) => member('lacks', lackable, name)),
    log: jsonLog,
    fallbackVideo: values.film,
  });
  return { docks: () => [dock], stop: () => dock.stop() };
}

function openDevice(): OpenDeviceOptions {
  return {
    sn: need('sn'),
    secret: readFileSync(need('secret-file'), 'utf8').trim(),
    brokerUrl: need('broker'),
    lng: number('lng'),
    lat: number('lat'),
    height: number('height', 50),
    heading: number('heading', 0),
    battery: number('battery', 90),
    speed: speed(),
    log: jsonLog,
    breaks: values.breaks?.split(',').map((name) => member('breaks', openBreaches, name)),
  };
}

/** @throws TypeError for a name that a flag with several of them does not know */
function member<T extends string>(flag: Flag, allowed: readonly T[], name: string): T {
  const found = allowed.find((one) => one === name);
  if (found === undefined) throw new TypeError(`--${flag} is of ${allowed.join(', ')}, not ${name}`);
  return found;
}

function robot(): Running {
  const every = values['patrol-seconds'];
  const patrolEveryMs = every === undefined ? undefined : number('patrol-seconds') * 1000;
  return { stop: startOpenRobot({ ...openDevice(), patrolEveryMs }).stop };
}

function openDock(): Running {
  const dock = startOpenDock(openDevice());
  return { stop: () => dock.stop() };
}

const starts = { demo, dock: single, controller, robot, 'open-dock': openDock } as const;
const what = positionals[0] ?? 'demo';
if (!Object.hasOwn(starts, what)) throw new TypeError(`unknown: ${what}\n${usage}`);
const running: Running = starts[what as keyof typeof starts]();
const control =
  values['control-port'] === undefined
    ? null
    : await openControlServer(
        number('control-port'),
        { docks: () => running.docks?.() ?? [], controllers: () => running.controllers?.() ?? [] },
        jsonLog,
      );
if (control) {
  jsonLog('controlServer', { port: control.port });
  process.send?.({ control: control.port });
}

// A log nobody reads any more is no reason to drop an aircraft.
process.stdout.on('error', () => {});

let leaving = false;
async function leave() {
  if (leaving) return;
  leaving = true;
  await Promise.all([running.stop(), control?.stop()]);
  process.exit(0);
}
process.once('SIGTERM', () => void leave());
process.once('SIGINT', () => void leave());
// Whoever started us through a channel is gone when it closes.
process.once('disconnect', () => void leave());
