import { asyncTableCalls, commandMethods, commandStates, limits } from '@eyrie/domain';
import { CommandChip } from '@eyrie/ui';
import { asksOid, choices, listRoom, period } from '../../platform/list/index.ts';
import { orderStyle } from '../../platform/order-style.ts';
import { named } from './flight-table.tsx';

export const commandTable = listRoom({
  word: 'asyncTable.commands',
  title: 'asyncTable.commands',
  icon: 'list',
  calls: { query: asyncTableCalls.commands },
  choosable: true,
  dense: true,
  filters: {
    keyword: { kind: 'search', label: 'asyncTable.searchDock' },
    method: {
      kind: 'choice',
      label: 'asyncTable.method',
      any: 'asyncTable.anyMethod',
      options: choices(commandMethods, 'command'),
    },
    state: {
      kind: 'choice',
      label: 'flight.state',
      any: 'asyncTable.anyState',
      options: choices(commandStates, 'commandState'),
    },
    ...period('asyncTable.period', ['field.from', 'field.until']),
    dockOID: { kind: 'link', asks: asksOid('dockOID') },
    flightOID: { kind: 'link', asks: asksOid('flightOID') },
  },
  none: 'asyncTable.noCommands',
  noneFound: 'asyncTable.noneFound',
  nameOf: ({ method }, text) => text(`command.${method}`),
  exchange: { export: asyncTableCalls.exportCommands, most: limits.list.exportMost },
  actions: [],
  columns: ({ text, figures }) => [
    {
      title: text('asyncTable.issuedAt'),
      width: 170,
      render: (_, row) => <bdi>{figures.time(row.issuedAt)}</bdi>,
    },
    { title: text('field.dock'), width: 150, ellipsis: true, render: (_, row) => named(row.dockName) },
    {
      title: text('asyncTable.method'),
      width: 260,
      render: (_, row) => {
        const { tone, wordId } = orderStyle(row, null);
        return <CommandChip name={text(`command.${row.method}`)} tone={tone} word={text(wordId)} />;
      },
    },
    {
      title: text('asyncTable.message'),
      width: 260,
      ellipsis: true,
      render: (_, row) => <bdi>{row.message}</bdi>,
    },
    { title: text('asyncTable.code'), width: 100, align: 'end', render: (_, row) => row.code ?? '–' },
    { title: text('flight.executor'), width: 120, ellipsis: true, render: (_, row) => named(row.issuedBy) },
    {
      title: text('field.sentAt'),
      width: 170,
      render: (_, row) => <bdi>{figures.time(row.sentAt)}</bdi>,
    },
    {
      title: text('asyncTable.updatedAt'),
      width: 170,
      render: (_, row) => <bdi>{figures.time(row.updatedAt)}</bdi>,
    },
  ],
});
