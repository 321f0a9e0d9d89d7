import { z } from 'zod';
import { call, reasonsOf, refusedBeforehand, type CallDeclaration } from '../call.ts';
import type { RefusalReason } from '../envelope.ts';
import { tabId } from '../lease/lease.calls.ts';
import { secret } from '../secret.ts';
import { byOid, instant, listOf, mark, oid, pageShape, rawText, sentInstant } from '../shape.ts';
import { openModes } from '../open-device/open-device.ts';
import { orders } from '../orders.generated.ts';
import { refusals as dockRefusals } from '../dock/dock.room.ts';
import { refusals as debugRefusals } from '../dock-debug/dock-debug.room.ts';
import { refusals as logRefusals } from '../dock-log/dock-log.room.ts';
import { refusals as firmwareRefusals } from '../firmware/firmware.room.ts';
import { refusals as flightRefusals } from '../flight/flight.room.ts';
import { refusals as controlRefusals } from '../flight-control/flight-control.room.ts';
import { refusals as drcRefusals } from '../drc/drc.room.ts';
import { refusals as leaseRefusals } from '../lease/lease.room.ts';
import { refusals as controllerRefusals } from '../remote-controller/remote-controller.room.ts';
import { refusals as speakerRefusals } from '../speaker/speaker.room.ts';
import { refusals as videoRefusals } from '../video/video.room.ts';
import { refusals } from './command.room.ts';
import { commandMethods, commandStates, memberMethods, type MemberMethod } from './command.ts';
import type { MemberOrder } from './order.ts';

export const commandRecord = z.object({
  commandOID: oid,
  dockOID: oid,
  flightOID: oid.nullable(),
  method: z.enum(commandMethods),
  state: z.enum(commandStates),
  /** Device result or our HTTP code; null until known. */
  code: z.number().int().nullable(),
  reason: z.string().nullable(),
  message: z.string(),
  issuedBy: z.object({ oid, name: z.string() }),
  issuedAt: sentInstant,
  epoch: z.number().int().nullable(),
  history: z.array(
    z.object({ at: sentInstant, state: z.enum(commandStates), detail: z.string().nullable() }),
  ),
});
export type CommandRecord = z.output<typeof commandRecord>;

const orderBody = {
  oid,
  key: mark(8, 100),
  epoch: z.number().int().nonnegative().optional(),
  nonce: secret(rawText(100)).optional(),
};

/** Body of a command that moves something: an order that was held back on its way must not pass for a new one. */
const commandBody = {
  ...orderBody,
  /** The tab that took control. */
  tabId,
  /** The click in server time. */
  issuedAt: instant,
};

/** Of what moves nothing, and of what saves the aircraft. */
const lenientBody = {
  ...orderBody,
  tabId: tabId.optional(),
  /** The click in server time; missing: the receipt counts, and the record says so. */
  issuedAt: instant.optional(),
};

/** Of an order that goes to a dock: its own, those of the state that it is judged by, and those of control. */
const orderRefusals: readonly RefusalReason[] = [
  ...reasonsOf(refusals),
  ...reasonsOf(dockRefusals),
  ...reasonsOf(debugRefusals),
  ...reasonsOf(logRefusals),
  ...reasonsOf(firmwareRefusals),
  ...reasonsOf(flightRefusals),
  ...reasonsOf(controlRefusals),
  ...reasonsOf(drcRefusals),
  ...reasonsOf(leaseRefusals),
  ...reasonsOf(speakerRefusals),
  ...reasonsOf(videoRefusals),
  ...reasonsOf(controllerRefusals),
  'mediaComplete',
  'brokerDown',
  'maintenance',
  'routeChanged',
];

/** The call of any order: its body is what its room declares, and not known here. */
export type AnyOrderCall = CallDeclaration<
  z.ZodType<Record<string, unknown>, Record<string, unknown>>,
  typeof commandRecord
>;

type OrderCall<Order> = Order extends { lenient: infer Lenient; fields: infer Fields extends z.ZodRawShape }
  ? CallDeclaration<
      z.ZodObject<(Lenient extends true ? typeof lenientBody : typeof commandBody) & Fields>,
      Order extends { answers: infer Answers extends z.ZodRawShape }
        ? z.ZodObject<(typeof commandRecord)['shape'] & Answers>
        : typeof commandRecord
    >
  : never;

const orderCall = (method: MemberMethod): CallDeclaration => {
  const said: MemberOrder = orders[method];
  const { path = `uavdockmonitor/${method}`, refine, answers } = said;
  const request = z.object({ ...(said.lenient ? lenientBody : commandBody), ...said.fields });
  return call({
    method: 'POST',
    path: `/nebula-five/${path}.rest`,
    effect: 'changes',
    maintenance: 'passes',
    audit: `command.${method}`,
    repeat: 'key',
    refuses: orderRefusals,
    refusalsWritten: refusedBeforehand,
    summary: said.summary,
    permission: said.permission,
    ...(said.withoutDatabase ? { withoutDatabase: true } : {}),
    request: refine ? request.superRefine(refine) : request,
    response: answers ? commandRecord.extend(answers) : commandRecord,
  });
};
/** The call of every order that members give, made of what its room declares of it. */
const orderCalls = Object.fromEntries(memberMethods.map((method) => [method, orderCall(method)])) as {
  [Method in MemberMethod]: OrderCall<(typeof orders)[Method]>;
};

export const commandCalls = {
  challenge: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/challenge.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: { none: 'the row of what it confirms names it' },
    refuses: ['notProved'],
    refusalsWritten: [...refusedBeforehand, 'notProved'],
    // What a hover asks for in a return home.
    withoutDatabase: true,
    summary: 'A nonce for one confirmed command, 30 s',
    permission: ['dock:control', 'dock:emergency', 'dock:override', 'flight:start'],
    request: z.object({ oid, method: z.enum([...commandMethods, 'leaseOverride', 'logDelete']) }),
    response: z.object({ nonce: z.string(), expiresAt: sentInstant }),
  }),
  ...orderCalls,
  openStartJob: {
    ...orderCalls.startJob,
    summary: 'Start a flight on a dock of the open contract, through the same pre-flight gate',
    path: '/nebula-five/zyjc/startJob.rest',
  },
  openCoverOpen: {
    ...orderCalls.coverOpen,
    summary: 'Open the cover of a dock of the open contract',
    path: '/nebula-five/zyjc/coverOpen.rest',
  },
  openCoverClose: {
    ...orderCalls.coverClose,
    summary: 'Close the cover of a dock of the open contract, its aircraft inside',
    path: '/nebula-five/zyjc/coverClose.rest',
  },
  openControl: call({
    method: 'GET',
    path: '/nebula-five/zyjc/{id}/control.rest',
    effect: 'reads',
    refuses: ['methodMissing'],
    summary: 'Who controls a device of the open contract, and what may be ordered of it now',
    permission: ['/PortMonitorSee', '/RobotAdmin', 'dock:control'],
    request: z.object({ id: oid }),
    response: z.object({
      /** False: no gateway answers for it, or it is offline. */
      online: z.boolean(),
      /** Age in ms of its newest state; null: it said none yet. */
      ageMs: z.number().nullable(),
      mode: z.enum(openModes).nullable(),
      holder: z.object({ oid, name: z.string() }).nullable(),
      expiresAt: sentInstant.nullable(),
      orders: z.array(
        z.object({
          method: z.enum(commandMethods),
          /** Why it would be refused now by the state of the device; null: it would not. */
          refusedFor: z.string().nullable(),
        }),
      ),
    }),
  }),
  get: call({
    method: 'GET',
    path: '/nebula-five/command/get.rest',
    effect: 'reads',
    summary: 'A command as it stands now',
    permission: ['/PortMonitorSee', '/RobotAdmin', '/handShankMonitorSee', 'flight:view'],
    request: byOid,
    response: commandRecord,
  }),
  query: call({
    method: 'POST',
    path: '/nebula-five/command/query.rest',
    effect: 'reads',
    summary: 'Commands of a dock or flight, newest first',
    permission: ['/PortMonitorSee', '/RobotAdmin', '/handShankMonitorSee', 'flight:view'],
    request: z.object({ ...pageShape, dockOID: oid.optional(), flightOID: oid.optional() }),
    response: listOf(commandRecord),
  }),
};
