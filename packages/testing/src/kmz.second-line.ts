/** Degrees that the second line lies east of the first. */
const east = 0.001;

/**
 * A document of a route file with a second line beside the first: the same waypoints a little farther east, with numbers of its
 * own. For both documents of `buildKmz`.
 *
 * @param id `waylineId` of the second line
 */
export const withSecondLine =
  (id = 1) =>
  (xml: string): string =>
    xml.replace(/<Folder>[\s\S]*<\/Folder>/, (folder) => {
      const groups = folder.split('<wpml:actionGroupId>').length - 1;
      const second = folder
        .replace(/(<wpml:(?:waylineId|templateId)>)0</g, `$1${id}<`)
        .replace(
          /(<wpml:actionGroupId>)(\d+)</g,
          (_, open: string, group: string) => `${open}${Number(group) + groups}<`,
        )
        .replace(
          /(<coordinates>\s*)([\d.]+),/g,
          (_, open: string, lng: string) => `${open}${(Number(lng) + east).toFixed(6)},`,
        );
      return `${folder}\n${second}`;
    });
