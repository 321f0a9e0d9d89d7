import { approvalCalls, approvalStates } from '@eyrie/domain';
import { ApprovalFacts, ApprovalState, ApproveDialog, RejectForm } from '../../modules/flight/index.ts';
import { choices, listRoom } from '../../platform/list/index.ts';

/** Approvals of flights and timed tasks: what waits, and what was decided. */
export const approvalList = listRoom({
  word: 'approval',
  also: ['flight', 'task'],
  title: 'approval.tab',
  icon: 'check',
  calls: { query: approvalCalls.query, get: approvalCalls.get },
  filters: {
    keyword: { kind: 'search', label: 'approval.search' },
    state: {
      kind: 'choice',
      label: 'approval.state',
      any: 'list.anyState',
      options: choices(approvalStates, 'approval.state'),
    },
    taskOID: { kind: 'link' },
    flightOID: { kind: 'link' },
  },
  order: '-askedAt',
  actionsWidth: 100,
  none: 'approval.none',
  noneFound: 'approval.noneFound',
  nameOf: ({ taskName, routeName }) => taskName ?? routeName ?? '–',
  columns: ({ text, figures }) => [
    { title: text('approval.state'), width: 130, render: (_, { state }) => <ApprovalState state={state} /> },
    {
      title: text('flight.task'),
      width: 190,
      ellipsis: true,
      render: (_, { taskName }) => <bdi>{taskName ?? '–'}</bdi>,
    },
    {
      title: text('approval.of'),
      fold: 1,
      width: 170,
      ellipsis: true,
      render: (_, { flightOID }) => text(flightOID === null ? 'approval.ofTask' : 'approval.ofFlight'),
    },
    {
      title: text('flight.route'),
      width: 150,
      ellipsis: true,
      render: (_, { routeName }) => <bdi>{routeName ?? '–'}</bdi>,
    },
    {
      title: text('field.dock'),
      fold: 3,
      width: 120,
      ellipsis: true,
      render: (_, { dockName }) => <bdi>{dockName ?? '–'}</bdi>,
    },
    {
      title: text('approval.askedBy'),
      width: 110,
      ellipsis: true,
      render: (_, { askedBy }) => <bdi>{askedBy}</bdi>,
    },
    {
      title: text('approval.askedAt'),
      fold: 4,
      width: 170,
      render: (_, { askedAt }) => <bdi>{figures.time(askedAt)}</bdi>,
    },
    {
      title: text('approval.decidedBy'),
      width: 110,
      ellipsis: true,
      render: (_, { decidedBy }) => <bdi>{decidedBy ?? '–'}</bdi>,
    },
    {
      title: text('approval.reason'),
      fold: 2,
      width: 180,
      ellipsis: true,
      render: (_, { reason }) => <bdi>{reason === '' ? '–' : reason}</bdi>,
    },
  ],
  actions: [
    {
      icon: 'check',
      label: 'approval.approve',
      call: approvalCalls.approve,
      because: 'refusal.approvalOwn',
      fits: ({ state }) => state === 'waiting',
      run: ({ oid }, { dialog }) =>
        dialog({
          title: 'approval.approve',
          bare: true,
          content: (onClose) => <ApproveDialog {...{ oid, onClose }} />,
        }),
    },
    {
      icon: 'close',
      label: 'approval.reject',
      call: approvalCalls.reject,
      because: 'refusal.approvalOwn',
      fits: ({ state }) => state === 'waiting',
      run: (approval, { dialog }) =>
        dialog({
          title: 'approval.reject',
          bare: true,
          content: (onClose) => <RejectForm {...{ approval, onClose }} />,
        }),
    },
  ],
  drawer: {
    title: 'approval.one',
    width: 520,
    actions: true,
    content: (approval) => <ApprovalFacts approval={approval} />,
  },
});
