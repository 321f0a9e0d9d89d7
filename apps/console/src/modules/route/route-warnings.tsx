import type { RouteWarning } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/language.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { isClear, isUnchecked, uncheckedRules } from './import-rules.ts';
import { ruleIds } from './rule-words.ts';

type Messages = ReturnType<typeof useMessages>;

/** Waypoint numbers as people count them, from 1, out of a list of indexes in text or a single index. */
const waypointNumbers = (text: TextOf, value: string | number | undefined): string | null => {
  if (value === undefined || value === '') return null;
  const indexes = String(value)
    .split(',')
    .map((part) => Number(part.trim()));
  return indexes.every((index) => Number.isInteger(index) && index >= 0)
    ? indexes.map((index) => index + 1).join(text('monitor.listComma'))
    : null;
};

/** What wants for a rule to be checked, in words. */
const missingOf = (text: TextOf, messages: Messages, { values }: RouteWarning): string | null => {
  const id = `planner.missing.${values['missing']}`;
  return id in messages ? text(id as PhraseId) : null;
};

const detailOf = (text: TextOf, messages: Messages, warning: RouteWarning): string[] => {
  const { values } = warning;
  const { value, found = value, min, max, region, leg, obstacle, layer, restsOn, allowed } = values;
  const missing = missingOf(text, messages, warning);
  const places = waypointNumbers(text, values['waypoints']);
  const count = Number(values['count'] ?? 1);
  return [
    ...(missing === null ? [] : [missing]),
    ...(region === undefined || region === '' ? [] : [String(region)]),
    ...(obstacle === undefined ? [] : [String(obstacle)]),
    ...(layer === undefined ? [] : [String(layer)]),
    ...(leg === undefined ? [] : [text('planner.findings.leg', { leg })]),
    ...(places ? [text('route.warningPlaces', { list: places })] : []),
    ...(count > 1 ? [text('route.warningCount', { count })] : []),
    ...(found === undefined || found === '' ? [] : [text('planner.findings.found', { value: found })]),
    ...(allowed === undefined || allowed === ''
      ? []
      : [text('planner.findings.allowed', { value: allowed })]),
    ...(min !== undefined && max !== undefined ? [text('route.warningRange', { min, max })] : []),
    ...(min !== undefined && max === undefined ? [text('planner.findings.least', { value: min })] : []),
    ...(max !== undefined && min === undefined ? [text('planner.findings.most', { value: max })] : []),
    ...(restsOn === undefined ? [] : [text('route.restsOn', { sentence: restsOn })]),
  ];
};

/** The rule in words: of the file format, or of the planner. What was not checked must not read as found. */
const wordsOf = (text: TextOf, messages: Messages, warning: RouteWarning): string => {
  const { code, values } = warning;
  const id = ruleIds(code, values).find((one) => one in messages);
  const rule = id ? text(id as PhraseId) : text('route.warning.unlisted', { code });
  return isUnchecked(warning) ? text('planner.findings.whether', { rule }) : rule;
};

function Line({ warning }: { warning: RouteWarning }): ReactNode {
  const text = useText();
  const messages = useMessages();
  const sign = isUnchecked(warning)
    ? ({ state: 'offline', word: 'route.unchecked' } as const)
    : warning.blocking
      ? ({ state: 'alarm', word: 'route.blocking' } as const)
      : ({ state: 'attention', word: 'route.notBlocking' } as const);
  return (
    <li>
      <StateSymbol state={sign.state} word={text(sign.word)} />
      <span>{wordsOf(text, messages, warning)}</span>
      <bdi className="ey-muted">{detailOf(text, messages, warning).join(text('monitor.listComma'))}</bdi>
    </li>
  );
}

/** Of what comes first: what blocks flying, what was found, what could not be checked. */
const rank = (warning: RouteWarning): number => (isUnchecked(warning) ? 2 : warning.blocking ? 0 : 1);

/** What is to be known of a route before it flies, line by line. */
export function RouteWarnings({ warnings }: { warnings: readonly RouteWarning[] }): ReactNode {
  const text = useText();
  const sorted = warnings.toSorted((a, b) => rank(a) - rank(b));
  const count = uncheckedRules(warnings);
  return (
    <>
      {isClear(warnings) ? (
        <p className="route-warnings-none">
          {count === 0 ? (
            <StateSymbol state="live" word={text('route.noWarnings')} />
          ) : (
            <StateSymbol state="offline" word={text('route.noneAmongChecked', { count })} />
          )}
        </p>
      ) : null}
      {sorted.length === 0 ? null : (
        <ul className="route-warnings">
          {sorted.map((warning) => {
            const { missing = '', layer = '' } = warning.values;
            return <Line key={`${warning.code} ${missing} ${layer}`} warning={warning} />;
          })}
        </ul>
      )}
    </>
  );
}
