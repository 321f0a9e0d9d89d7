import type { NotificationRecord } from '@eyrie/domain';

export type Popup = Pick<NotificationRecord, 'oid' | 'kind' | 'level' | 'values' | 'at' | 'link'>;

/** One pop-up that stands for its newest notification and for `others` older ones of the same kind. */
export interface FoldedPopup {
  newest: Popup;
  others: readonly string[];
}

/**
 * Folds notifications of one kind into one, at the place of its newest. Alarms stand each by themselves: every device is
 * named.
 * @param popups the newest first
 */
export function foldPopups(popups: readonly Popup[]): FoldedPopup[] {
  const folded: { newest: Popup; others: string[] }[] = [];
  const byKind = new Map<string, { newest: Popup; others: string[] }>();
  for (const one of popups) {
    const before = one.level === 'alarm' ? undefined : byKind.get(one.kind);
    if (before) {
      before.others.push(one.oid);
      continue;
    }
    const group = { newest: one, others: [] };
    folded.push(group);
    if (one.level !== 'alarm') byKind.set(one.kind, group);
  }
  return folded;
}
