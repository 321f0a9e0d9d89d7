import { z } from 'zod';
import { call, reasonsOf, refusedBeforehand } from '../call.ts';
import type { RefusalReason } from '../envelope.ts';
import { tabId } from '../lease/lease.calls.ts';
import { secret } from '../secret.ts';
import { byOid, instant, listOf, mark, oid, pageShape, rawText, sentInstant } from '../shape.ts';
import { dockParameterNames, dockParameterValue, requireParameterRange } from '../dock/dock-parameter.ts';
import { openCommands, openDeviceLimits, openModes } from '../open-device/open-device.ts';
import { refusals as dockRefusals } from '../dock/dock.room.ts';
import { refusals as flightRefusals } from '../flight/flight.room.ts';
import { refusals as leaseRefusals } from '../lease/lease.room.ts';
import { refusals as controllerRefusals } from '../remote-controller/remote-controller.room.ts';
import { refusals as videoRefusals } from '../video/video.room.ts';
import { refusals } from './command.room.ts';
import { commandMethods, commandStates, type openMethods } from './command.ts';

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
  ...reasonsOf(flightRefusals),
  ...reasonsOf(leaseRefusals),
  ...reasonsOf(videoRefusals),
  ...reasonsOf(controllerRefusals),
  'brokerDown',
  'maintenance',
  'routeChanged',
];

const bodiedCommand = <T extends z.ZodRawShape>(
  method: (typeof commandMethods)[number],
  summary: string,
  permission: Parameters<typeof call>[0]['permission'],
  body: T,
) =>
  call({
    method: 'POST',
    path: `/nebula-five/uavdockmonitor/${method}.rest`,
    effect: 'changes',
    maintenance: 'passes',
    audit: `command.${method}`,
    repeat: 'key',
    refuses: orderRefusals,
    refusalsWritten: refusedBeforehand,
    summary,
    permission,
    request: z.object(body),
    response: commandRecord,
  });

const dockCommand = (
  method: (typeof commandMethods)[number],
  summary: string,
  permission: Parameters<typeof call>[0]['permission'],
) => bodiedCommand(method, summary, permission, commandBody);

/** What saves the aircraft is never held up by what a client does not say. */
const savingCommand = (method: 'returnHome' | 'hover', summary: string) => ({
  ...bodiedCommand(method, summary, ['dock:control', 'dock:emergency'], lenientBody),
  withoutDatabase: true as const,
});

const flightTarget = (
  method: 'startJob' | 'forceEndJob',
  summary: string,
  permission: Parameters<typeof call>[0]['permission'],
) =>
  call({
    method: 'POST',
    path: `/nebula-five/uavdockmonitor/${method}.rest`,
    effect: 'changes',
    maintenance: 'passes',
    audit: `command.${method}`,
    repeat: 'key',
    refuses: orderRefusals,
    refusalsWritten: refusedBeforehand,
    summary,
    permission,
    request: z.object({ ...commandBody, flightOID: oid }),
    response: commandRecord,
  });

/** An order to a device of the open contract; `fields`: what it is ordered with. */
const openOrder = <T extends z.ZodRawShape>(
  method: (typeof openMethods)[number],
  path: string,
  summary: string,
  permission: Parameters<typeof call>[0]['permission'],
  fields: T,
) =>
  call({
    method: 'POST',
    path: `/nebula-five/${path}.rest`,
    effect: 'changes',
    maintenance: 'passes',
    audit: `command.${method}`,
    repeat: 'key',
    refuses: orderRefusals,
    refusalsWritten: refusedBeforehand,
    summary,
    permission,
    request: z.object({ ...commandBody, ...fields }),
    response: commandRecord,
  });

/** 1 smooth, 2 SD, 3 HD, 4 UHD. */
const quality = z.number().int().min(1).max(4);
const videoId = z.string().regex(/^[A-Za-z0-9_-]{1,64}\/\d{1,6}-\d{1,6}-\d{1,3}\/[A-Za-z0-9_-]{1,32}$/);

const liveCommand = <T extends z.ZodRawShape>(
  method: 'startLive' | 'stopLive' | 'switchQuality',
  summary: string,
  extra: T,
) =>
  call({
    method: 'POST',
    path: `/nebula-five/uavdockmonitor/${method}.rest`,
    effect: 'changes',
    maintenance: 'passes',
    audit: `command.${method}`,
    repeat: 'key',
    refuses: orderRefusals,
    refusalsWritten: refusedBeforehand,
    summary,
    permission: ['video:watch', 'dock:control'],
    request: z.object({
      ...lenientBody,
      videoId,
      /** The program did it by itself, such as on opening a page: the audit log has one row per camera and sitting. */
      automatic: z.boolean().optional(),
      ...extra,
    }),
    response: commandRecord,
  });

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
    request: z.object({ oid, method: z.enum([...commandMethods, 'leaseOverride']) }),
    response: z.object({ nonce: z.string(), expiresAt: sentInstant }),
  }),
  startJob: flightTarget('startJob', 'Check the pre-flight gate, send the route to the dock and start', [
    'flight:start',
  ]),
  forceEndJob: flightTarget('forceEndJob', 'End a flight: undo before take-off, return home after', [
    'dock:control',
  ]),
  flightPause: dockCommand('flightPause', 'Pause the route; the aircraft hovers', ['dock:control']),
  flightResume: dockCommand('flightResume', 'Go on with a paused route', ['dock:control']),
  returnHome: savingCommand('returnHome', 'Return home. Never a toggle'),
  returnHomeCancel: dockCommand('returnHomeCancel', 'Stop returning; the aircraft hovers', ['dock:control']),
  hover: savingCommand('hover', 'Stop and hover'),
  startLive: liveCommand('startLive', 'Start a live picture, or join it', { quality: quality.optional() }),
  stopLive: liveCommand('stopLive', 'Leave a live picture; the last viewer stops it', {}),
  switchQuality: liveCommand('switchQuality', 'Change the clarity of a live picture', { quality }),
  setParameter: call({
    method: 'POST',
    path: '/nebula-five/uavdock/paramSet.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: 'command.setParameter',
    repeat: 'key',
    refuses: orderRefusals,
    refusalsWritten: refusedBeforehand,
    summary:
      'Set one limit or setting of a dock or its aircraft, while nothing flies; done when the device holds it',
    permission: ['dock:edit'],
    request: z
      .object({ ...lenientBody, name: z.enum(dockParameterNames), value: dockParameterValue })
      .superRefine(requireParameterRange),
    response: commandRecord,
  }),
  robotGoTo: openOrder(
    'robotGoTo',
    'robot/goTo',
    'Have a robot drive to a place and wait there',
    ['dock:control'],
    openCommands.goTo.shape,
  ),
  robotPatrol: openOrder(
    'robotPatrol',
    'robot/patrol',
    `Have a robot drive along up to ${openDeviceLimits.patrolPoints} points`,
    ['dock:control'],
    openCommands.patrol.shape,
  ),
  robotReturn: openOrder(
    'robotReturn',
    'robot/returnToBase',
    'Have a robot drive to where it is charged',
    ['dock:control'],
    {},
  ),
  robotStop: {
    ...openOrder(
      'robotStop',
      'robot/stop',
      'Have a robot stand still where it is',
      ['dock:control', 'dock:emergency'],
      {},
    ),
    withoutDatabase: true as const,
  },
  coverOpen: openOrder(
    'coverOpen',
    'zyjc/coverOpen',
    'Open the cover of a dock of the open contract',
    ['dock:control'],
    {},
  ),
  coverClose: openOrder(
    'coverClose',
    'zyjc/coverClose',
    'Close the cover of a dock of the open contract, its aircraft inside',
    ['dock:control'],
    {},
  ),
  openStartJob: {
    ...flightTarget(
      'startJob',
      'Start a flight on a dock of the open contract, through the same pre-flight gate',
      ['flight:start'],
    ),
    path: '/nebula-five/zyjc/startJob.rest',
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
  controlRequest: {
    ...dockCommand(
      'controlRequest',
      'Ask the pilot of a remote controller to let its aircraft be controlled from here',
      ['dock:control'],
    ),
    path: '/nebula-five/uavrc/controlRequest.rest',
  },
  controlRelease: {
    ...bodiedCommand(
      'controlRelease',
      'Give the control of the aircraft back to the pilot of a remote controller',
      ['dock:control'],
      lenientBody,
    ),
    path: '/nebula-five/uavrc/controlRelease.rest',
  },
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
