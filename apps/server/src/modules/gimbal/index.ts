import { gimbalCalls, gimbalFields } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { deviceEndpoints, gimbalList, latestFirmwares, type DeviceNeeds } from '../device/index.ts';

export const endpoints = ({ runtime }: { runtime: Runtime }, needs: DeviceNeeds): Endpoint[] =>
  deviceEndpoints(
    {
      word: 'gimbal',
      page: '/PTZAdmin',
      calls: gimbalCalls,
      list: gimbalList,
      fields: gimbalFields,
      made: { kind: 'gimbal' },
      async beside(db, rows, { groupRoot }) {
        const models = rows.flatMap(({ reportedModel }) => reportedModel ?? []);
        const latest = await latestFirmwares(db, 'gimbal', { groupRoot, models });
        return rows.map(({ reportedModel }) => ({ latestFirmware: latest.get(reportedModel ?? '') ?? null }));
      },
      columns: [{ field: 'status', heading: 'gimbal.status', kind: { words: 'gimbal.status' } }],
    },
    runtime,
    needs,
  );
