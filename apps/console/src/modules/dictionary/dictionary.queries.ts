import { dictionaryCalls, type RequestOf, type ResponseOf } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, download } from '../../platform/http.ts';
import { useLanguage } from '../../platform/language.ts';
import { saveFile } from '../../platform/save-file.ts';

export type CodeChange = RequestOf<typeof dictionaryCalls.edit>;
export type ImportResult = ResponseOf<typeof dictionaryCalls.import>;
export type TableFormat = RequestOf<typeof dictionaryCalls.export>['format'];

const key = 'dictionary';

/** Names come in the language of the reader, so each language has its own answers. */
export const useGroups = () => {
  const language = useLanguage((state) => state.language);
  return useQuery({
    queryKey: [key, 'groups', language],
    queryFn: ({ signal }) => call(dictionaryCalls.groups, {}, { signal }),
  });
};

/** What a form offers from a group of the code table. */
export const useCodeChoices = (group: string) => {
  const language = useLanguage((state) => state.language);
  return useQuery({
    queryKey: [key, 'codes', group, language],
    queryFn: ({ signal }) => call(dictionaryCalls.codes, { group }, { signal, toast: false }),
  });
};

export const useGroupsRenewal = (): (() => Promise<unknown>) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [key] });
};

const useChange = <Request, Answer>(change: (request: Request) => Promise<Answer>) => {
  const renew = useGroupsRenewal();
  // After a refusal too: what somebody else changed meanwhile is then in sight.
  return useMutation({ mutationFn: change, onSettled: renew });
};

/** Refusals of forms are shown beside the field, those of other changes as toasts. */
const beside = { toast: false } as const;

export const useCodeEdit = () => useChange((request: CodeChange) => call(dictionaryCalls.edit, request));

export const checkFile = (group: string, file: File): Promise<ImportResult> =>
  call(dictionaryCalls.import, { group, file, preview: 'true' }, beside);
export const useImportFile = () =>
  useChange(({ group, file }: { group: string; file: File }) =>
    call(dictionaryCalls.import, { group, file, preview: 'false' }, beside),
  );

export const saveGroup = async (group: string, format: TableFormat, name: string): Promise<void> =>
  saveFile(await download(dictionaryCalls.export, { group, format }), `${name}.${format}`);
export const saveTemplate = async (format: TableFormat, name: string): Promise<void> =>
  saveFile(await download(dictionaryCalls.template, { format }), `${name}.${format}`);
