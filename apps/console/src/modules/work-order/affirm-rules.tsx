import { affirmRuleCalls, affirmRuleFields, type AffirmRule } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import {
  addBy,
  columnsOf,
  editBy,
  labelsOf,
  listRoom,
  ListView,
  wordsOf,
  removeBy,
} from '../../platform/list/index.ts';
import { classField, drawClass, regionField } from '../../parts.ts';
import { useText } from '../../platform/text.tsx';

const words = wordsOf(affirmRuleFields);
const changed = { ...words, class: { ...words.class, ...classField } };
const form = {
  word: 'affirmRule',
  fields: {
    ...changed,
    lng: { label: 'affirmRule.lng', hint: 'affirmRule.placeHint' },
    lat: { label: 'affirmRule.lat' },
    metres: { label: 'affirmRule.metres' },
    regionOID: { label: 'affirmRule.region', field: regionField },
  },
  saved: 'affirmRule.saved',
} as const;

function Place({ rule }: { rule: AffirmRule }): ReactNode {
  const text = useText();
  const { regionOID, regionName } = rule;
  const everywhere = rule.metres === null;
  if (regionOID === null) return <Around rule={rule} />;
  const within =
    regionName === null ? text('affirmRule.regionGone') : text('affirmRule.inRegion', { name: regionName });
  return (
    <>
      <div>{within}</div>
      {everywhere ? null : <Around rule={rule} />}
    </>
  );
}

function Around({ rule: { lng, lat, metres } }: { rule: AffirmRule }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (lng === null || lat === null || metres === null) return text('affirmRule.everywhere');
  const place = `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
  return text('affirmRule.around', { place, metres: figures.length(metres) });
}

/** What the rule would have done, as far as it was tried as it is. */
function Trial({ rule }: { rule: AffirmRule }): ReactNode {
  const text = useText();
  if (rule.triedAt === null) return text('affirmRule.untried');
  if (rule.regionChanged) return text('affirmRule.regionChanged');
  const { triedCount: count, triedConfirmed: confirmed, triedFalse: falseAlarm } = rule;
  return text('affirmRule.triedAs', {
    count: count ?? 0,
    confirmed: confirmed ?? 0,
    falseAlarm: falseAlarm ?? 0,
  });
}

const rules = listRoom({
  word: 'affirmRule',
  title: 'affirmRule.title',
  icon: 'check',
  calls: affirmRuleCalls,
  labels: labelsOf(affirmRuleFields),
  filters: { keyword: { kind: 'search', label: 'affirmRule.search' } },
  order: '-createdAt',
  hint: 'affirmRule.hint',
  none: 'affirmRule.none',
  noneFound: 'affirmRule.noneFound',
  nameOf: (rule) => rule.name,
  begin: addBy(form, affirmRuleCalls.add, 'affirmRule.add'),
  actionsWidth: 190,
  columns: ({ text, figures }) => [
    ...columnsOf<AffirmRule>({ name: affirmRuleFields.name }, { text, figures }),
    {
      title: text('affirmRule.class'),
      width: 110,
      ellipsis: true,
      render: (_, rule) => drawClass(rule.class),
    },
    {
      title: text('affirmRule.confidence'),
      width: 110,
      render: (_, rule) => figures.amount(rule.confidence, '', 2),
    },
    { title: text('affirmRule.place'), fold: 0, width: 170, render: (_, rule) => <Place rule={rule} /> },
    { title: text('affirmRule.tried'), width: 240, render: (_, rule) => <Trial rule={rule} /> },
    {
      title: text('field.state'),
      width: 140,
      render: (_, { enabled, switchedBy }) =>
        enabled ? text('affirmRule.on', { by: switchedBy ?? '–' }) : text('affirmRule.off'),
    },
  ],
  actions: [
    {
      icon: 'search',
      label: 'affirmRule.try',
      main: true,
      call: affirmRuleCalls.tryRule,
      run: ({ oid }, { change }) =>
        change({ call: affirmRuleCalls.tryRule, request: { oid }, done: 'affirmRule.triedDone' }),
    },
    {
      icon: 'check',
      label: 'affirmRule.switchOn',
      call: affirmRuleCalls.switchOn,
      fits: ({ enabled }) => !enabled,
      run: ({ oid }, { change }) =>
        change({ call: affirmRuleCalls.switchOn, request: { oid }, done: 'affirmRule.switchedOn' }),
    },
    {
      icon: 'close',
      label: 'affirmRule.switchOff',
      call: affirmRuleCalls.switchOff,
      fits: ({ enabled }) => enabled,
      run: ({ oid }, { change }) =>
        change({ call: affirmRuleCalls.switchOff, request: { oid }, done: 'affirmRule.switchedOff' }),
    },
    editBy({ ...form, fields: changed }, affirmRuleCalls.edit, 'affirmRule.edit'),
    removeBy(affirmRuleCalls.remove),
  ],
  removal: { title: 'list.deleteTitle', done: 'affirmRule.deleted' },
});

/** Rules by which findings are confirmed. */
export function AffirmRules(): ReactNode {
  return <ListView tab local room={rules} />;
}
