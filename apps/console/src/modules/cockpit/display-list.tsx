import {
  arrangedPages,
  screenLayoutCalls,
  cockpitPages,
  displayCalls,
  isArrangedPage,
  type ArrangedPage,
  type CockpitPage,
  type DisplayRecord,
} from '@eyrie/domain';
import { Button, Select } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { addBy, listRoom, ListView, type OwnField, type RecordFormRoom } from '../../platform/list/index.ts';
import { lazyPart } from '../../platform/loading.ts';
import { useText } from '../../platform/text.tsx';

const LayoutDialog = lazyPart(() => import('./layout-dialog.tsx'));

function PageField({ id, value, onChange }: OwnField): ReactNode {
  const text = useText();
  return (
    <Select<CockpitPage>
      id={id}
      value={cockpitPages.find((one) => one === value) ?? null}
      options={cockpitPages.map((one) => ({ value: one, label: text(`permission.${one}`) }))}
      onChange={onChange}
    />
  );
}

const form: RecordFormRoom = {
  word: 'display',
  saved: 'cockpit.displayPaired',
  fields: {
    code: { label: 'cockpit.displayCode', hint: 'cockpit.displayCodeHint', dir: 'ltr' },
    name: { label: 'field.name' },
    page: {
      label: 'cockpit.displayPage',
      required: true,
      field: (field) => <PageField {...field} />,
    },
  },
};

/** ms: displays sign in by themselves. */
const renewEvery = 10_000;

const displays = listRoom({
  word: 'display',
  title: 'cockpit.displays',
  icon: 'window',
  none: 'cockpit.displayNone',
  noneFound: 'cockpit.displayNoneFound',
  hint: 'cockpit.displaysHint',
  actionsWidth: 120,
  calls: { query: displayCalls.query },
  filters: { keyword: { kind: 'search', label: 'cockpit.displaySearch' } },
  begin: addBy(form, displayCalls.pair, 'cockpit.displayAdd', { begun: { page: '/CockpitLarge' } }),
  renewEvery,
  nameOf: ({ name }: DisplayRecord) => name,
  columns: ({ text, figures }) => [
    {
      title: text('field.name'),
      width: 200,
      ellipsis: true,
      render: (_, { name }) => <bdi>{name}</bdi>,
    },
    { title: text('cockpit.displayPage'), width: 160, render: (_, { page }) => text(`permission.${page}`) },
    {
      title: text('cockpit.displayPairedBy'),
      fold: 1,
      width: 150,
      ellipsis: true,
      render: (_, { pairedBy }) => <bdi>{pairedBy}</bdi>,
    },
    {
      title: text('cockpit.displaySeen'),
      fold: 0,
      width: 180,
      render: (_, { lastSeenAt }) =>
        lastSeenAt === null ? text('cockpit.displayNever') : <bdi>{figures.time(lastSeenAt)}</bdi>,
    },
  ],
  actions: [
    {
      icon: 'layers',
      label: 'cockpit.arrangeNamed',
      named: ({ name }) => ({ name }),
      call: screenLayoutCalls.save,
      fits: ({ page }) => isArrangedPage(page),
      run: ({ oid, name, page }, { dialog }) =>
        dialog({
          title: 'cockpit.arrange',
          bare: true,
          content: (close) =>
            isArrangedPage(page) ? (
              <Suspense fallback={null}>
                <LayoutDialog page={page} display={{ oid, name }} onClose={close} />
              </Suspense>
            ) : null,
        }),
    },
    {
      icon: 'trash',
      label: 'cockpit.displayRevoke',
      named: ({ name }) => ({ name }),
      danger: true,
      call: displayCalls.remove,
      run: ({ oid, name }, { change, text }) =>
        change({
          call: displayCalls.remove,
          request: { oids: [oid] },
          done: 'cockpit.displayRevoked',
          ask: {
            title: text('cockpit.displayRevokeTitle', { name }),
            verb: text('cockpit.displayRevokeVerb'),
          },
        }),
    },
  ],
});

/** Displays of the organisation: confirmed here by the code that they show, and revoked here. */
export function DisplayList(): ReactNode {
  const text = useText();
  const [arranged, setArranged] = useState<ArrangedPage | null>(null);
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      <Allowed call={screenLayoutCalls.save}>
        <div className="ey-flow ey-gap-8">
          {arrangedPages.map((page) => (
            <Button key={page} onClick={() => setArranged(page)}>
              {text('cockpit.arrangeAll', { cockpit: text(`permission.${page}`) })}
            </Button>
          ))}
        </div>
      </Allowed>
      {arranged ? (
        <Suspense fallback={null}>
          <LayoutDialog page={arranged} onClose={() => setArranged(null)} />
        </Suspense>
      ) : null}
      <ListView tab room={displays} />
    </div>
  );
}
