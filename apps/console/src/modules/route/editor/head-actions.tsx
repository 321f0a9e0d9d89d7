import { routeCalls, routeTemplateCalls, type RouteFileFormat } from '@eyrie/domain';
import { aircraft } from '@eyrie/planner';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../../platform/allowed.tsx';
import { call, download } from '../../../platform/http.ts';
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
  const waiting = oid === null || editor.unsaved;
  return (
    <>
      <Allowed call={routeCalls.uploadFile}>
        <Button onClick={onImport}>{text('planner.import')}</Button>
      </Allowed>
      <Dropdown
        trigger={['click']}
        disabled={waiting}
        menu={{
          items: [
            ...formats.map((format) => ({ key: format, label: text(`planner.export.${format}`) })),
            {
              key: 'aircraft',
              label: text('planner.export.kmzFor'),
              children: aircraft.map((one) => ({ key: `${forAircraft}${one.key}`, label: one.name })),
            },
          ],
          // A refusal has raised its toast already.
          onClick: ({ key }) => {
            const drone = key.startsWith(forAircraft) ? key.slice(forAircraft.length) : undefined;
            const as = drone === undefined ? (key as RouteFileFormat) : 'kmz';
            void exportRoute(oid ?? '', editor.start.name, as, drone).catch(() => undefined);
          },
        }}
      >
        <Button title={waiting ? text('planner.export.saveFirst') : undefined}>
          {text('planner.export')}
        </Button>
      </Dropdown>
      <Allowed call={routeTemplateCalls.add}>
        <Button onClick={onTemplate}>{text('routeTemplate.save')}</Button>
      </Allowed>
      {oid === null ? null : (
        <>
          <Allowed call={routeCalls.copy}>
            <Button
              disabled={waiting}
              loading={copy.isPending}
              title={waiting ? text('planner.export.saveFirst') : undefined}
              onClick={() => copy.mutate()}
            >
              {text('planner.copy')}
            </Button>
          </Allowed>
          <Button onClick={onVersions}>{text('planner.versions')}</Button>
        </>
      )}
    </>
  );
}
