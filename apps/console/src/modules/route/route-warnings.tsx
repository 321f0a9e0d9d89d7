import type { RouteWarning } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/language.ts';
import { useText, type TextOf } from '../../platform/text.tsx';

/** Waypoint numbers as people count them, from 1, out of a list of indexes in text or a single index. */
export const waypointNumbers = (value: string | number | undefined): string | null => {
  if (value === undefined || value === '') return null;
  const indexes = String(value)
    .split(',')
    .map((part) => Number(part.trim()));
  return indexes.every((index) => Number.isInteger(index) && index >= 0)
    ? indexes.map((index) => index + 1).join(', ')
    : null;
};

const detailOf = (text: TextOf, { values }: RouteWarning): string[] => {
  const details: string[] = [];
  const places = waypointNumbers(values['waypoints']);
  if (places) details.push(text('route.warningPlaces', { list: places }));
  const count = Number(values['count'] ?? 1);
  if (count > 1) details.push(text('route.warningCount', { count }));
  const { value, min, max } = values;
  if (value !== undefined) details.push(String(value));
  if (min !== undefined && max !== undefined) details.push(text('route.warningRange', { min, max }));
  return details;
};

/** What the check of a route file found, line by line; what blocks flying comes first. */
export function RouteWarnings({ warnings }: { warnings: readonly RouteWarning[] }): ReactNode {
  const text = useText();
  const messages = useMessages();
  if (warnings.length === 0)
    return (
      <p className="route-warnings-none">
        <StateSymbol state="live" word={text('route.noWarnings')} />
      </p>
    );
  const sorted = warnings.toSorted((a, b) => Number(b.blocking) - Number(a.blocking));
  return (
    <ul className="route-warnings">
      {sorted.map((warning) => {
        const id = `route.warning.${warning.code}`;
        const known = id in messages;
        return (
          <li key={warning.code}>
            <StateSymbol
              state={warning.blocking ? 'alarm' : 'attention'}
              word={text(warning.blocking ? 'route.blocking' : 'route.notBlocking')}
            />
            <span>
              {known ? text(id as PhraseId) : text('route.warning.unlisted', { code: warning.code })}
            </span>
            <bdi className="route-warning-detail">
              {detailOf(text, warning).join(text('monitor.listComma'))}
            </bdi>
          </li>
        );
      })}
    </ul>
  );
}
