import { z } from 'zod';
import { order } from '../command/order.ts';
import { mark, oid } from '../shape.ts';
import { offerOta, upgradeDevices, upgradeTypes } from './firmware.ts';

const device = z.object({
  sn: mark(1, 64),
  /** The package; of a consistency upgrade there is none. */
  firmwareOID: oid.optional(),
  type: z.literal([upgradeTypes.consistency, upgradeTypes.normal]),
});

export const orders = {
  ota: order({
    permission: ['dock:control'],
    wire: 'cloud',
    form: 'dockState',
    rule: { confirm: true },
    offer: offerOta,
    summary:
      'Upgrade the firmware of an idle dock, of the aircraft in it, or of both: type 3 with a package, type 2 makes their parts fit each other',
    fields: {
      devices: z
        .array(device)
        .min(1)
        .max(upgradeDevices.length)
        .meta({ examples: [[{ sn: 'D1', type: upgradeTypes.consistency }]] }),
    },
    refine({ devices }, context) {
      const serials = new Set<string>();
      devices.forEach(({ sn, firmwareOID, type }, index) => {
        if (serials.has(sn)) context.addIssue({ code: 'custom', path: ['devices', index, 'sn'] });
        serials.add(sn);
        if ((type === upgradeTypes.normal) !== (firmwareOID !== undefined))
          context.addIssue({ code: 'custom', path: ['devices', index, 'firmwareOID'] });
      });
    },
  }),
};
