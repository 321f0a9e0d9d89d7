import type { CallDeclaration } from './call.ts';
import { appearanceCalls } from './appearance/index.ts';
import { auditLogCalls } from './audit-log/index.ts';
import { commandCalls } from './command/index.ts';
import { departmentCalls } from './department/index.ts';
import { deviceMessageCalls, flightErrorCalls, healthCalls } from './device-health/index.ts';
import { dictionaryCalls } from './dictionary/index.ts';
import { dockCalls } from './dock/index.ts';
import { flightCalls } from './flight/index.ts';
import { leaseCalls } from './lease/index.ts';
import { invitationCalls, memberCalls } from './member/index.ts';
import { notificationCalls } from './notification/index.ts';
import { noticeCalls, operationCalls } from './operation/index.ts';
import { organisationCalls } from './organisation/index.ts';
import { roleCalls } from './role/index.ts';
import { routeCalls } from './route/index.ts';
import { sessionCalls } from './session/index.ts';
import { statisticsCalls } from './statistics/index.ts';
import { taskCalls } from './task/index.ts';
import { videoCalls } from './video/index.ts';

/** Every call of the product, by word. The server serves exactly these; the client calls exactly these. */
export const calls = {
  appearance: appearanceCalls,
  auditLog: auditLogCalls,
  command: commandCalls,
  department: departmentCalls,
  deviceHealth: healthCalls,
  deviceMessage: deviceMessageCalls,
  dictionary: dictionaryCalls,
  dock: dockCalls,
  flight: flightCalls,
  invitation: invitationCalls,
  flightError: flightErrorCalls,
  lease: leaseCalls,
  member: memberCalls,
  notice: noticeCalls,
  notification: notificationCalls,
  operation: operationCalls,
  organisation: organisationCalls,
  role: roleCalls,
  route: routeCalls,
  session: sessionCalls,
  statistics: statisticsCalls,
  task: taskCalls,
  video: videoCalls,
} as const;

export const allCalls: readonly CallDeclaration[] = Object.values(calls).flatMap(
  (room) => Object.values(room) as CallDeclaration[],
);
