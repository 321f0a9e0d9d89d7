import type { RoutePlan } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import {
  acknowledge,
  fixFinding,
  isAcknowledged,
  ruleRestsOn,
  unacknowledge,
  type PlanCheck,
  type PlanFinding,
} from '@eyrie/planner';
import { StateSymbol } from '@eyrie/ui';
import { Button, Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useFigures } from '../../../platform/figures.ts';
import { useMessages } from '../../../platform/language.ts';
import { useText } from '../../../platform/text.tsx';
import { ruleIds } from '../rule-words.ts';
import type { Editor } from './use-editor.ts';
import { SplitFlights } from './split-flights.tsx';
import './findings-panel.css';

const states = { error: 'alarm', warning: 'attention', notice: 'offline' } as const;

/** The rule in words: rules of the file format have those of the warnings of an imported file. */
export const useRuleWords = (): ((finding: Pick<PlanFinding, 'rule' | 'values'>) => string) => {
  const text = useText();
  const messages = useMessages();
  return ({ rule, values }) => {
    const id = ruleIds(rule, values).find((one) => one in messages);
    return id ? text(id as PhraseId) : rule;
  };
};

/** Where it is, what was found, and what is allowed. */
const useDetails = (): ((finding: PlanFinding) => string[]) => {
  const text = useText();
  const figures = useFigures();
  const messages = useMessages();
  const shown = (value: string | number): string =>
    typeof value === 'number' ? figures.amount(value, undefined, 3) : value;
  return ({ rule, level, values, leg, field, count }) => {
    const sentence = level === 'error' ? ruleRestsOn(rule) : null;
    const { found, value, min, max, region, missing, share, allowed, obstacle, layer } = values;
    const said = found ?? value;
    // A file that names nothing is said by the rule alone.
    const given = typeof said === 'string' && /^[\s/]*$/.test(said) ? undefined : said;
    const last = field?.split('.').at(-1) ?? '';
    const label = [`detail.key.${last}`, `planner.field.${last}`].find((id) => id in messages);
    return [
      ...(`planner.missing.${missing}` in messages ? [text(`planner.missing.${missing}` as PhraseId)] : []),
      ...(share === undefined ? [] : [`${shown(share)}%`]),
      ...(leg === null ? [] : [text('planner.findings.leg', { leg })]),
      ...(region === undefined || region === '' ? [] : [String(region)]),
      ...(obstacle === undefined ? [] : [String(obstacle)]),
      ...(layer === undefined ? [] : [String(layer)]),
      ...(label === undefined ? [] : [text(label as PhraseId)]),
      ...(given === undefined ? [] : [text('planner.findings.found', { value: shown(given) })]),
      ...(min === undefined ? [] : [text('planner.findings.least', { value: shown(min) })]),
      ...(max === undefined ? [] : [text('planner.findings.most', { value: shown(max) })]),
      ...(allowed === undefined ? [] : [text('planner.findings.allowed', { value: shown(allowed) })]),
      ...(count > 1 ? [text('route.warningCount', { count })] : []),
      ...(sentence === null ? [] : [text('route.restsOn', { sentence })]),
    ];
  };
};

interface FindingsProps {
  editor: Editor;
  check: PlanCheck | null;
  /** Shows where it is. */
  onShow: (finding: PlanFinding) => void;
  /** One route for each flight. */
  split: (plan: RoutePlan) => Promise<RoutePlan[] | null>;
}

/** Rules that say that one battery does not fly all of it. */
const tooLong: ReadonlySet<string> = new Set(['flights', 'battery', 'lineTooLong']);

function One({
  editor,
  finding,
  onShow,
  split,
}: Omit<FindingsProps, 'check'> & { finding: PlanFinding }): ReactNode {
  const text = useText();
  const words = useRuleWords();
  const details = useDetails();
  const { level, fix, place, points } = finding;
  const rule = words(finding);
  // What was not checked must not read as found.
  const name = finding.unchecked ? text('planner.findings.whether', { rule }) : rule;
  const known = isAcknowledged(editor.plan, finding);
  return (
    <li className={known ? 'planner-finding planner-finding-known' : 'planner-finding'}>
      {finding.unchecked ? (
        <StateSymbol state="offline" word={text('route.unchecked')} />
      ) : (
        <StateSymbol state={states[level]} word={text(`planner.level.${level}`)} />
      )}
      <strong>{name}</strong>
      <span className="ey-muted">
        <bdi>{details(finding).join(' · ')}</bdi>
      </span>
      <div className="ey-row ey-flow ey-gap-6">
        {place || points.length > 0 ? (
          <Button
            size="small"
            aria-label={`${text('planner.findings.go')}: ${name}`}
            onClick={() => onShow(finding)}
          >
            {text('planner.findings.go')}
          </Button>
        ) : null}
        {fix === null ? null : (
          <Button
            size="small"
            type="primary"
            aria-label={`${text('planner.findings.fix')}: ${name}`}
            onClick={() => editor.edit((plan) => fixFinding(plan, finding))}
          >
            {text('planner.findings.fix')}
          </Button>
        )}
        {tooLong.has(finding.rule) && !finding.unchecked ? (
          <SplitFlights editor={editor} split={split} />
        ) : null}
        {level === 'warning' ? (
          <Checkbox
            checked={known}
            onChange={({ target }) =>
              editor.edit((plan) => (target.checked ? acknowledge : unacknowledge)(plan, finding))
            }
          >
            {text('planner.findings.acknowledge')}
          </Checkbox>
        ) : null}
      </div>
    </li>
  );
}

/** What should be known before the route flies, worst first, each with the way to it and out of it. */
export function FindingsPanel({ editor, check, onShow, split }: FindingsProps): ReactNode {
  const text = useText();
  if (!check) return <p className="ey-muted">{text('planner.summary.computing')}</p>;
  return (
    <section aria-label={text('planner.findings')}>
      {check.findings.length === 0 ? <p>{text('planner.findings.none')}</p> : null}
      <ul className="ey-list ey-stack ey-gap-8">
        {check.findings.map((finding) => (
          <One key={finding.key} editor={editor} finding={finding} onShow={onShow} split={split} />
        ))}
      </ul>
      {check.omitted > 0 ? <p>{text('planner.findings.omitted', { count: check.omitted })}</p> : null}
    </section>
  );
}
