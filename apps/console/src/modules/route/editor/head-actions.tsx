import { routeCalls, routeTemplateCalls, type RouteFileFormat } from '@eyrie/domain';
import { aircraft } from '@eyrie/planner';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../../../platform/allowed.tsx';
import { call, download } from '../../../platform/http.ts';
import { isAllowed, useSession } from '../../../platform/session.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { useText } from '../../../platform/text.tsx';
import { showToast } from '../../../platform/toasts.ts';
import type { Editor } from './use-editor.ts';

const formats: readonly RouteFileFormat[] = ['kmz', 'kml', 'geojson', 'csv', 'xlsx'];

/** A file of the route as it is saved. */
export const exportRoute = async (
  oid: string,
  name: string,
  as: RouteFileFormat,
  drone?: string,
): Promise<void> =>
  saveFile(
    await download(routeCalls.exportFile, { oid, as, ...(drone === undefined ? {} : { drone }) }),
    `${name}.${as}`,
  );

/** Keys of the menu that name an aircraft begin with it. */
const forAircraft = 'kmz ';

interface HeadActionsProps {
  editor: Editor;
  onImport: () => void;
  onVersions: () => void;
  onTemplate: () => void;
  /** It was copied; the copy is opened. */
  onCopied: (oid: string) => void;
}

/** What is done with the route as a whole beside saving. */
export function HeadActions({
  editor,
  onImport,
  onVersions,
  onTemplate,
  onCopied,
}: HeadActionsProps): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const { oid } = editor.start;
  const copy = useMutation({
    mutationFn: () => call(routeCalls.copy, { oid: oid ?? '' }),
    onSuccess: async ({ oid: copied, name }) => {
      showToast('success', text('planner.copied', { name }));
      await client.invalidateQueries({ queryKey: ['route'] });
      onCopied(copied);
    },
  });
  const may = { import: useMay(routeCalls.uploadFile), template: useMay(routeTemplateCalls.add) };
  const mayCopy = useMay(routeCalls.copy);
  const waiting = oid === null || editor.unsaved;
  const saveFirst = waiting ? { disabled: true, title: text('planner.export.saveFirst') } : {};
  const copyFirst = waiting ? { disabled: true, title: text('planner.saveFirst') } : {};
  const run = (key: string): void => {
    if (key === 'import') onImport();
    else if (key === 'template') onTemplate();
    else if (key === 'copy') copy.mutate();
    else if (key === 'versions') onVersions();
    else {
      const drone = key.startsWith(forAircraft) ? key.slice(forAircraft.length) : undefined;
      const as = drone === undefined ? (key as RouteFileFormat) : 'kmz';
      // A refusal has raised its toast already.
      void exportRoute(oid ?? '', editor.start.name, as, drone).catch(() => undefined);
    }
  };
  const items = [
    ...(may.import ? [{ key: 'import', label: text('planner.import') }] : []),
    {
      key: 'export',
      label: text('planner.export'),
      ...saveFirst,
      children: [
        ...formats.map((format) => ({ key: format, label: text(`planner.export.${format}`) })),
        {
          key: 'aircraft',
          label: text('planner.export.kmzFor'),
          children: aircraft.map((one) => ({ key: `${forAircraft}${one.key}`, label: one.name })),
        },
      ],
    },
    ...(may.template ? [{ key: 'template', label: text('routeTemplate.save') }] : []),
    ...(oid !== null && mayCopy ? [{ key: 'copy', label: text('planner.copy'), ...copyFirst }] : []),
    ...(oid === null ? [] : [{ key: 'versions', label: text('planner.versions') }]),
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => run(key) }}>
      <Button loading={copy.isPending}>{text('planner.more')}</Button>
    </Dropdown>
  );
}

/** The way on from a saved route; null: it is not saved, or nobody may. */
export function Arrange({ editor, blocked }: { editor: Editor; blocked: boolean }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const may = useSession((session) => isAllowed(session, 'flight:edit'));
  const { oid } = editor.start;
  if (oid === null || !may) return null;
  const why = editor.unsaved
    ? text('planner.saveFirst')
    : blocked
      ? text('flight.unfit.routeBlocked')
      : undefined;
  return (
    <Button
      disabled={why !== undefined}
      title={why}
      onClick={() => void navigate(`/FlyArrange?route=${oid}`)}
    >
      {text('planner.arrange')}
    </Button>
  );
}
