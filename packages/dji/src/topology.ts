import { z } from 'zod';
import { domains } from './models.ts';
import { listOrNull, readOrNull, whole, words } from './tolerant.ts';
import { isSerial } from './topics.ts';

const member = {
  domain: whole,
  type: whole,
  sub_type: whole,
  thing_version: words,
  version: z.union([z.string(), z.number()]).nullable().catch(null),
};
const subDevice = z.object({ ...member, sn: z.string().refine(isSerial), index: words });
const shape = z.object({ ...member, sub_devices: listOrNull(subDevice, 8) });

export interface Topology {
  /** Model key of the gateway, such as 3-2-0; null when it told none. Old firmware tells a wrong type. */
  key: string | null;
  thingVersion: string | null;
  /** Aircraft behind the gateway; empty when it is off or out of reach. */
  subDevices: { sn: string; key: string | null; index: string | null; thingVersion: string | null }[];
}

type ReportedModel = { domain: number | null; type: number | null; sub_type: number | null };
/** Remote controllers tell no domain, or that of a dock: their type codes are theirs alone. */
const controllers: ReadonlySet<number> = new Set([56, 119, 144, 174]);
const keyOf = (reported: ReportedModel, usual: number): string | null => {
  if (reported.type === null) return null;
  const domain = controllers.has(reported.type) ? domains.controller : (reported.domain ?? usual);
  return `${domain}-${reported.type}-${reported.sub_type ?? 0}`;
};

const versionOf = (reported: {
  thing_version: string | null;
  version: string | number | null;
}): string | null => reported.thing_version ?? (reported.version === null ? null : String(reported.version));

/** Data of `update_topo`; null when it lists no sub-devices, not even none. */
export const decodeTopology = (data: unknown): Topology | null => {
  const read = readOrNull(shape, data);
  if (!read?.sub_devices) return null;
  return {
    key: keyOf(read, domains.dock),
    thingVersion: versionOf(read),
    subDevices: read.sub_devices.map((sub) => ({
      sn: sub.sn,
      key: keyOf(sub, domains.drone),
      index: sub.index,
      thingVersion: versionOf(sub),
    })),
  };
};
