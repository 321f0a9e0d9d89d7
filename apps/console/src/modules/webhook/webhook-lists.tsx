import {
  deliveryStates,
  webhookCalls,
  webhookEvents,
  type WebhookDelivery,
  type WebhookRecord,
} from '@eyrie/domain';
import { FactList } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import {
  addBy,
  choices,
  editBy,
  listRoom,
  ListView,
  type OwnField,
  type RecordFormRoom,
  removeBy,
} from '../../platform/list/index.ts';
import { ManyChoice, textsOf } from '../../platform/many-choice.tsx';
import { useText } from '../../platform/text.tsx';

function EventsField({ id, value, onChange }: OwnField): ReactNode {
  const text = useText();
  return (
    <ManyChoice
      id={id}
      value={textsOf(value)}
      options={webhookEvents.map((one) => ({ value: one, label: text(`webhook.event.${one}`) }))}
      onChange={onChange}
    />
  );
}

const fields = {
  name: { label: 'field.name' },
  url: { label: 'field.address', hint: 'webhook.urlHint', dir: 'ltr' },
  events: {
    label: 'webhook.events',
    required: true,
    field: (field: OwnField) => <EventsField {...field} />,
    sends: textsOf,
  },
} as const;
const added: RecordFormRoom = { word: 'webhook', saved: 'webhook.saved', fields };
const edited: RecordFormRoom = {
  word: 'webhook',
  saved: 'webhook.saved',
  fields: { ...fields, enabled: { label: 'webhook.enabled' } },
};

function Facts({ record }: { record: WebhookRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <FactList
      className="list-facts"
      facts={[
        [
          text('field.address'),
          <bdi key="url" dir="ltr">
            {record.url}
          </bdi>,
        ],
        [text('webhook.events'), record.events.map((one) => text(`webhook.event.${one}`)).join(' · ')],
        [
          text('webhook.secret'),
          <code key="secret" dir="ltr">
            {record.secret}
          </code>,
        ],
        [text('webhook.waiting'), figures.amount(record.waiting)],
        [text('webhook.failed'), figures.amount(record.failed)],
      ]}
    />
  );
}

const hooks = listRoom({
  word: 'webhook',
  title: 'webhook.title',
  icon: 'bell',
  calls: webhookCalls,
  labels: { name: 'field.name', url: 'field.address', events: 'webhook.events', enabled: 'webhook.enabled' },
  filters: { keyword: { kind: 'search', label: 'webhook.search' } },
  none: 'webhook.none',
  noneFound: 'webhook.noneFound',
  hint: 'webhook.hint',
  nameOf: ({ name }) => name,
  begin: addBy(added, webhookCalls.add, 'webhook.add', { begun: { events: [] } }),
  actionsWidth: 140,
  columns: ({ text, figures }) => [
    { title: text('field.name'), width: 160, ellipsis: true, render: (_, { name }) => <bdi>{name}</bdi> },
    {
      title: text('field.address'),
      fold: 1,
      width: 240,
      ellipsis: true,
      render: (_, { url }) => <bdi dir="ltr">{url}</bdi>,
    },
    {
      title: text('webhook.state'),
      width: 110,
      render: (_, { enabled }) => text(enabled ? 'webhook.enabled' : 'webhook.off'),
    },
    {
      title: text('webhook.failed'),
      width: 90,
      align: 'end',
      render: (_, { failed }) => figures.amount(failed),
    },
    {
      title: text('webhook.lastDone'),
      fold: 0,
      width: 180,
      render: (_, { lastDoneAt }) =>
        lastDoneAt === null ? text('webhook.never') : <bdi>{figures.time(lastDoneAt)}</bdi>,
    },
  ],
  actions: [
    {
      icon: 'play',
      label: 'webhook.test',
      call: webhookCalls.test,
      run: ({ oid }, { change }) =>
        change({ call: webhookCalls.test, request: { oid }, done: 'webhook.testSent' }),
    },
    editBy(edited, webhookCalls.edit, 'webhook.edit'),
    removeBy(webhookCalls.remove, { label: 'webhook.delete' }),
  ],
  removal: { title: 'webhook.deleteTitle', done: 'webhook.deleted' },
  drawer: {
    title: 'webhook.title',
    width: 480,
    actions: true,
    content: (record: WebhookRecord) => <Facts record={record} />,
  },
});

const answerOf = ({ status, error }: WebhookDelivery): string =>
  error ?? (status === null ? '–' : `HTTP ${status}`);

const deliveries = listRoom({
  word: 'webhook',
  title: 'webhook.deliveries',
  icon: 'list',
  calls: { query: webhookCalls.deliveries },
  filters: {
    state: {
      kind: 'choice',
      label: 'webhook.state',
      any: 'list.anyState',
      options: choices(deliveryStates, 'webhook.state'),
    },
  },
  none: 'webhook.noDeliveries',
  noneFound: 'webhook.noDeliveriesFound',
  renewEvery: 5_000,
  nameOf: ({ event }) => event,
  actionsWidth: 90,
  columns: ({ text, figures }) => [
    { title: text('field.time'), width: 180, render: (_, { at }) => <bdi>{figures.time(at)}</bdi> },
    {
      title: text('webhook.webhook'),
      fold: 0,
      width: 150,
      ellipsis: true,
      render: (_, { webhookName }) => <bdi>{webhookName}</bdi>,
    },
    { title: text('webhook.event'), width: 150, render: (_, { event }) => text(`webhook.event.${event}`) },
    { title: text('webhook.state'), width: 100, render: (_, { state }) => text(`webhook.state.${state}`) },
    {
      title: text('webhook.attempts'),
      fold: 2,
      width: 80,
      align: 'end',
      render: (_, { attempts }) => figures.amount(attempts),
    },
    {
      title: text('webhook.answer'),
      width: 160,
      ellipsis: true,
      render: (_, row) => <bdi dir="ltr">{answerOf(row)}</bdi>,
    },
  ],
  actions: [
    {
      icon: 'refresh',
      label: 'webhook.replay',
      call: webhookCalls.replay,
      run: ({ oid }, { change }) =>
        change({ call: webhookCalls.replay, request: { oid }, done: 'webhook.replayed' }),
    },
  ],
});

/** Where signed messages go, and what became of each. */
export function Webhooks(): ReactNode {
  const text = useText();
  return (
    <>
      <section className="card" aria-labelledby="webhooks">
        <h2 id="webhooks">{text('webhook.title')}</h2>
        <ListView tab room={hooks} />
      </section>
      <section className="card" aria-labelledby="webhook-deliveries">
        <h2 id="webhook-deliveries">{text('webhook.deliveries')}</h2>
        <ListView tab room={deliveries} />
      </section>
    </>
  );
}
