import { batteryCalls, replaceRules, type BatteryRecord, type ReplaceRule } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';

/** What each rule looks at, and its unit. */
const looksAt = {
  replaceCycles: ['field.cycles', undefined],
  replaceStoredDays: ['battery.storedDays', undefined],
  replaceSpread: ['battery.spread', 'mV'],
} as const satisfies Record<ReplaceRule, unknown>;

/** Whether a battery is to be replaced soon, and by which rules. */
export function ReplaceSoon({ battery, whole }: { battery: BatteryRecord; whole?: true }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { replaceSoon } = battery;
  if (replaceSoon.length === 0) return whole ? text('battery.replaceNot') : null;
  const reasons = replaceSoon.map(({ programme, rule, used, limit }) =>
    text('battery.replaceMet', {
      programme,
      rule: text(looksAt[rule][0]),
      limit: figures.amount(limit, looksAt[rule][1], 0),
      used: figures.amount(used, looksAt[rule][1], 0),
    }),
  );
  return (
    <>
      <StateSymbol state="attention" word={text('battery.replaceSoon')} />
      {whole ? (
        <ul className="device-upkeep ey-list">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** The rule by which batteries are to be replaced soon, with its figures. */
export function ReplaceRules(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { data } = useQuery({
    queryKey: ['battery', 'replaceRules'],
    queryFn: ({ signal }) => call(batteryCalls.replaceRules, {}, { signal }),
  });
  if (!data) return null;
  const rules = data.list.flatMap((programme) =>
    replaceRules.flatMap((rule) =>
      programme[rule] === null
        ? []
        : [
            text('battery.replaceRule', {
              programme: programme.name,
              rule: text(looksAt[rule][0]),
              limit: figures.amount(programme[rule], looksAt[rule][1], 0),
            }),
          ],
    ),
  );
  return (
    <p className="list-hint">
      {rules.length === 0
        ? text('battery.replaceNoRules')
        : text('battery.replaceRules', { rules: rules.join(' · ') })}
    </p>
  );
}
