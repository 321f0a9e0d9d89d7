import { z } from 'zod';
import { vendors } from '../dock/dock.ts';
import { choiceField, nullDayField, nullTextField, textField } from '../fields.ts';

/** Of every device: the user name at the broker, and a level of its topics. */
export const serial = z.string().regex(/^[A-Za-z0-9_-]{4,64}$/, 'serial');

/**
 * What people know of every device. `model` and `firmware` are what a person typed; what the device says of itself stands
 * beside them.
 */
export const deviceFields = {
  name: textField({ label: 'device.name', max: 64 }),
  vendor: choiceField({ label: 'device.vendor', options: vendors }),
  model: nullTextField({ label: 'device.statedModel', max: 64, dir: 'ltr' }),
  firmware: nullTextField({ label: 'device.statedFirmware', max: 64, dir: 'ltr' }),
  manufacturedAt: nullDayField({ label: 'device.manufacturedAt' }),
};

/** Given once: a device with another serial number is another device. */
export const deviceIdentity = {
  sn: { ...textField({ label: 'device.sn', max: 64, dir: 'ltr' }), added: serial },
};
