import type { AuditLog } from '../../modules/audit-log/index.ts';
import { cockpitEndpoints } from '../../modules/cockpit/index.ts';
import type { MemberRoom } from '../../modules/member/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Session } from './session.ts';

interface Others {
  auditLog: AuditLog;
  member: MemberRoom;
  session: Session;
}

export const endpoints = (
  { runtime }: RoomBase,
  { auditLog: audit, member, session }: Others,
): readonly Endpoint[] => cockpitEndpoints({ runtime, audit, member, session });
