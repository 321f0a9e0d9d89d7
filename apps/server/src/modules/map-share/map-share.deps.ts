import type { PublicAppearance } from '@eyrie/domain';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Seal } from '../../platform/seal.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { LayerServing } from '../layer/index.ts';
import type { MemberRoom } from '../member/index.ts';

export interface MapShareDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  department: DepartmentRoom;
  seal: Seal;
  passwords: MemberRoom['passwords'];
  /** Serves the bytes of layers. */
  layers: LayerServing;
  /** Where the bytes of files lie. */
  objects: Objects;
  lookOf(groupRoot: string): Promise<PublicAppearance>;
}
