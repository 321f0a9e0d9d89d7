import { createAccessToken, type AccessTokenRoom } from '../../modules/access-token/index.ts';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { MemberRoom } from '../../modules/member/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';

interface Needs {
  auditLog: AuditLog;
  member: MemberRoom;
}

export const needs = ['auditLog', 'member'] as const;
export const make = ({ runtime }: RoomBase, { auditLog: audit, member }: Needs): AccessTokenRoom =>
  createAccessToken({ runtime, audit, member });

export const endpoints = (
  _base: RoomBase,
  { accessToken }: { accessToken: AccessTokenRoom },
): readonly Endpoint[] => accessToken.endpoints;
