import { valueKinds, type UnusableRecord } from '@eyrie/domain';
import type { useText } from './text.tsx';

/** Why something that a device sent could not be used: the rule that it breaks, bounds as they are. */
export const unusableWords = (
  text: ReturnType<typeof useText>,
  { reason, rule }: Pick<UnusableRecord, 'reason' | 'rule'>,
): string => {
  const kind = valueKinds.find((one) => one === rule);
  return text(`deviceHealth.unusableReason.${reason}`, {
    // Bounds stay in their order between words that are read from the right.
    rule: kind ? text(`deviceHealth.valueKind.${kind}`) : `\u2066${rule ?? ''}\u2069`,
  });
};
