const entriesOf = (folder: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => folder.readEntries(resolve, reject));
const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

const filesIn = async (entry: FileSystemEntry): Promise<File[]> => {
  if (entry.isFile) return [await fileOf(entry as FileSystemFileEntry)];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  // A browser gives a folder in pieces, the last of which is empty.
  for (let some = await entriesOf(reader); some.length > 0; some = await entriesOf(reader))
    for (const one of some) files.push(...(await filesIn(one)));
  return files;
};

/** Files that were dropped, with those in folders. Must be called while the drop is handled. */
export const droppedFiles = async ({ items }: DataTransfer): Promise<File[]> => {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return (await Promise.all(entries.map(filesIn))).flat();
};
