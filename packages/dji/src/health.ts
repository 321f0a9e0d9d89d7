import { hmsText } from './hms-texts.ts';
import type { HealthItem } from '@eyrie/domain';
import { z } from 'zod';
import { flag, listOrNull, readOrNull, whole, words } from './tolerant.ts';

/** What a database keeps and a screen shows: no control characters. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
const shown = /^[^\u0000-\u001f\u007f]*$/;
const argument = z.union([z.number(), z.string().max(256).regex(shown)]);

/** Codes are text; a number is the same code, written by somebody who took it for one. */
const code = z.union([
  z.string().min(1).max(32).regex(shown),
  z
    .int()
    .min(0)
    .max(0xff_ff_ff_ff)
    .transform((number) => `0x${number.toString(16).toUpperCase().padStart(8, '0')}`),
]);

const entry = z.object({
  code,
  level: whole,
  module: whole,
  in_the_sky: flag,
  imminent: flag,
  device_type: words,
  args: z
    .record(z.string(), z.unknown())
    .catch({})
    .transform((args) =>
      Object.fromEntries(
        Object.entries(args)
          .slice(0, 16)
          .flatMap(([name, value]) => {
            if (name.length > 64 || !shown.test(name)) return [];
            const read = argument.safeParse(value);
            return read.success ? [[name, read.data] as const] : [];
          }),
      ),
    ),
});

const message = z.object({ list: listOrNull(entry, 64) });

const deviceOf = (deviceType: string | null, fallback: HealthItem['device']): HealthItem['device'] => {
  if (deviceType === null) return fallback;
  if (deviceType.startsWith('3-')) return 'dock';
  return deviceType.startsWith('0-') ? 'drone' : 'other';
};

/**
 * Data of `hms`: the complete list of what is wrong now, so it replaces the list of the same topic; empty
 * clears it. Null when the message is malformed: then the last list stays. `topicOwner` is whose topic it
 * came on, for entries that do not name their device. A level nobody named counts as a warning.
 */
export const toHealthItems = (data: unknown, topicOwner: HealthItem['device']): HealthItem[] | null => {
  const list = readOrNull(message, data)?.list ?? null;
  return (
    list?.map((item) => {
      const reported = {
        code: item.code,
        level: item.level ?? 2,
        module: item.module,
        inTheSky: item.in_the_sky ?? false,
        imminent: item.imminent ?? false,
        device: deviceOf(item.device_type, topicOwner),
        args: item.args,
      };
      return {
        ...reported,
        text: {
          'zh-CN': hmsText(reported, 'zh-CN'),
          en: hmsText(reported, 'en'),
          ar: hmsText(reported, 'ar'),
        },
      };
    }) ?? null
  );
};
