import {
  maintenanceProgrammeCalls,
  programmeKinds,
  replaceRules,
  replaceRulesOf,
  rulesOf,
  upkeepRules,
  type MaintenanceProgrammeRecord,
  type ProgrammeKind,
  type ReplaceRule,
  type UpkeepRule,
} from '@eyrie/domain';
import { FactList } from '@eyrie/ui';
import type { ReactNode } from 'react';
import {
  addBy,
  choices,
  editBy,
  listRoom,
  ListView,
  type CellTools,
  type FieldValue,
} from '../../platform/list/index.ts';

type Rule = UpkeepRule | ReplaceRule;
const everyRule: readonly Rule[] = [...upkeepRules, ...replaceRules];
const everyRuleOf = (kind: ProgrammeKind): Rule[] => [...rulesOf(kind), ...replaceRulesOf(kind)];

const hintOf = (rule: Rule) => {
  if (replaceRules.some((one) => one === rule)) return 'maintenanceProgramme.replaceHint';
  if (rule === 'landings') return 'maintenanceProgramme.landingsHint';
  return ['totalCycles', 'storedDays', 'temperature'].includes(rule)
    ? 'maintenanceProgramme.conditionHint'
    : 'maintenanceProgramme.limitHint';
};
/** An emptied limit is none. */
const sends = (value: FieldValue): FieldValue => value;

const form = {
  word: 'maintenanceProgramme',
  also: [...programmeKinds],
  fields: {
    name: { label: 'maintenanceProgramme.name' },
    model: { label: 'maintenanceProgramme.model', hint: 'maintenanceProgramme.modelHint', dir: 'ltr' },
    ...Object.fromEntries(
      everyRule.map((rule) => [
        rule,
        {
          label: `maintenanceProgramme.${rule}` as const,
          hint: hintOf(rule),
          sends,
          fits: ({ kind }: Readonly<Record<string, unknown>>) =>
            programmeKinds.some((one) => one === kind && everyRuleOf(one).includes(rule)),
        },
      ]),
    ),
    warnPercent: { label: 'maintenanceProgramme.warnPercent' },
    remark: { label: 'maintenanceProgramme.remark', lines: 2 },
  },
  saved: 'maintenanceProgramme.saved',
} as const;

const added = {
  ...form,
  fields: { kind: { label: 'maintenanceProgramme.kind' }, ...form.fields },
} as const;

const rulesIn = (
  programme: MaintenanceProgrammeRecord,
  { text, figures }: Pick<CellTools, 'text' | 'figures'>,
): string =>
  everyRuleOf(programme.kind)
    .flatMap((rule) =>
      programme[rule] === null
        ? []
        : [`${text(`maintenanceProgramme.${rule}`)} ${figures.amount(programme[rule], undefined, 0)}`],
    )
    .join(' · ');

function Facts({
  record,
  ...tools
}: { record: MaintenanceProgrammeRecord } & Pick<CellTools, 'text' | 'figures'>): ReactNode {
  const { text, figures } = tools;
  return (
    <FactList
      className="list-facts"
      facts={[
        [text('maintenanceProgramme.kind'), text(`maintenanceProgramme.kind.${record.kind}`)],
        [
          text('maintenanceProgramme.model'),
          <bdi key="model">{record.model || text('maintenanceProgramme.everyModel')}</bdi>,
        ],
        [text('maintenanceProgramme.rules'), rulesIn(record, tools)],
        [text('maintenanceProgramme.warnPercent'), figures.amount(record.warnPercent, '%', 0)],
        [text('maintenanceProgramme.remark'), <bdi key="remark">{record.remark || '–'}</bdi>],
        [text('maintenanceProgramme.createdAt'), figures.time(record.createdAt)],
      ]}
    />
  );
}

const programmes = listRoom({
  word: 'maintenanceProgramme',
  also: [...programmeKinds],
  title: 'permission./MaintenanceProgramme',
  icon: 'calendar',
  calls: maintenanceProgrammeCalls,
  labels: Object.fromEntries(Object.entries(added.fields).map(([name, { label }]) => [name, label])),
  filters: {
    keyword: { kind: 'search', label: 'maintenanceProgramme.search' },
    kind: {
      kind: 'choice',
      label: 'maintenanceProgramme.kind',
      any: 'maintenanceProgramme.anyKind',
      options: choices(programmeKinds, 'maintenanceProgramme.kind'),
    },
  },
  order: '-createdAt',
  none: 'maintenanceProgramme.none',
  noneFound: 'maintenanceProgramme.noneFound',
  nameOf: ({ name }) => name,
  begin: addBy(added, maintenanceProgrammeCalls.add, 'maintenanceProgramme.add'),
  exchange: { ...maintenanceProgrammeCalls, shown: [['name', 'maintenanceProgramme.name']] },
  minWidth: 720,
  actionsWidth: 110,
  columns: ({ text, figures }) => [
    {
      title: text('maintenanceProgramme.name'),
      width: 200,
      ellipsis: true,
      render: (_, { name }) => <bdi>{name}</bdi>,
    },
    {
      title: text('maintenanceProgramme.kind'),
      width: 130,
      render: (_, { kind }) => text(`maintenanceProgramme.kind.${kind}`),
    },
    {
      title: text('maintenanceProgramme.model'),
      width: 140,
      ellipsis: true,
      render: (_, { model }) => <bdi>{model || text('maintenanceProgramme.everyModel')}</bdi>,
    },
    {
      title: text('maintenanceProgramme.rules'),
      width: 320,
      ellipsis: true,
      render: (_, programme) => rulesIn(programme, { text, figures }),
    },
    {
      title: text('maintenanceProgramme.warnPercent'),
      fold: 0,
      width: 130,
      align: 'end',
      render: (_, { warnPercent }) => figures.amount(warnPercent, '%', 0),
    },
  ],
  actions: [
    editBy(form, maintenanceProgrammeCalls.edit, 'maintenanceProgramme.edit'),
    {
      icon: 'trash',
      label: 'app.delete',
      danger: true,
      call: maintenanceProgrammeCalls.remove,
      because: 'refusal.inUse',
      run: (row, { remove }) => remove(row),
    },
  ],
  removal: { title: 'maintenanceProgramme.deleteTitle', done: 'maintenanceProgramme.deleted' },
  drawer: {
    title: 'permission./MaintenanceProgramme',
    width: 480,
    actions: true,
    content: (record: MaintenanceProgrammeRecord, tools) => (
      <Facts record={record} text={tools.text} figures={tools.figures} />
    ),
  },
});

/** When devices are due for maintenance: whichever rule of a programme comes first counts. */
export default function MaintenanceProgrammePage(): ReactNode {
  return <ListView room={programmes} />;
}
