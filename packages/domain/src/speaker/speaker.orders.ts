import { z } from 'zod';
import { lenientOrder } from '../command/order.ts';
import { limits } from '../limits.ts';
import { oid } from '../shape.ts';
import { offerSpeaker, playModes } from './speaker.ts';

/** Which payload of the aircraft it is, as the dock numbers them. */
const psdkIndex = z.number().int().min(0).max(limits.speaker.indexMax);
const speaker = {
  permission: ['dock:control'],
  wire: 'cloud',
  offer: offerSpeaker,
} as const;
const answered = { ...speaker, form: 'live', rule: { control: null, tracked: false } } as const;

export const orders = {
  speakerPlay: lenientOrder({
    ...speaker,
    form: 'dockState',
    rule: { control: null },
    summary: 'Have a loudspeaker play a sound of the organisation, or say a text',
    fields: { audioOID: oid, psdkIndex },
  }),
  speakerReplay: lenientOrder({
    ...answered,
    summary: 'Have a loudspeaker play once more what it played last',
    fields: { psdkIndex },
  }),
  speakerStop: lenientOrder({ ...answered, summary: 'Silence a loudspeaker', fields: { psdkIndex } }),
  speakerMode: lenientOrder({
    ...answered,
    summary: 'Have a loudspeaker play once, or again and again',
    fields: { psdkIndex, playMode: z.enum(playModes) },
  }),
  speakerVolume: lenientOrder({
    ...answered,
    summary: 'Set the volume of a loudspeaker, percent',
    fields: { psdkIndex, volume: z.number().int().min(0).max(100) },
  }),
};
