import {
  appearanceCalls,
  type Appearance,
  type AppearanceSettings,
  type UploadedImage,
  type UploadedTiles,
} from '@eyrie/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { showAppearance } from '../../platform/appearance.ts';
import { call } from '../../platform/http.ts';

const key = 'appearance';

/** The look in force. It is asked for once: what a member has begun to change must not move under the hand. */
export const useAppearanceSettings = () =>
  useQuery({
    queryKey: [key, 'get'],
    queryFn: ({ signal }) => call(appearanceCalls.background, {}, { signal }),
    staleTime: Infinity,
  });

export const usePastAppearances = () =>
  useQuery({
    queryKey: [key, 'history'],
    queryFn: ({ signal }) => call(appearanceCalls.history, { pageNum: 1, pageSize: 10 }, { signal }),
  });

/** Puts a new look on this window, and lets everything that showed the old one ask again. */
export const useAppearanceChanged = (): ((appearance: Appearance) => Promise<void>) => {
  const client = useQueryClient();
  return async (appearance) => {
    client.setQueryData([key, 'get'], appearance);
    showAppearance(appearance);
    await client.invalidateQueries({ queryKey: [key, 'history'] });
  };
};

/** Throws what was refused, so that the page can say it beside the field. */
export const applySettings = (change: Partial<AppearanceSettings>, version: number): Promise<Appearance> =>
  call(appearanceCalls.edit, { ...change, version }, { toast: false });

export const restoreSettings = (to: 'last' | 'factory', version: number): Promise<Appearance> =>
  call(appearanceCalls.restore, { to, version }, { toast: false });

/** The look of the large screens in force. Asked for once, as that of the console is. */
export const useScreenLookSettings = () =>
  useQuery({
    queryKey: [key, 'screen'],
    queryFn: ({ signal }) => call(appearanceCalls.screenLook, {}, { signal }),
    staleTime: Infinity,
  });

/** Throws what was refused, so that the page can say it beside the field. */
export const saveScreenLook = (change: Partial<AppearanceSettings>, version: number) =>
  call(appearanceCalls.saveScreen, { ...change, version }, { toast: false });

export interface Sending {
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
}

export const uploadImage = (file: Blob, name: string, sending: Sending): Promise<UploadedImage> =>
  call(appearanceCalls.uploadImage, { file, name }, { toast: false, ...sending });

export const uploadTiles = (file: File, sending: Sending): Promise<UploadedTiles> =>
  call(appearanceCalls.uploadTiles, { file, name: file.name.slice(0, 255) }, { toast: false, ...sending });
