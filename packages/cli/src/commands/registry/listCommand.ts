import { connect } from '../../account/connect.ts';
import { readPages } from '../../account/readPages.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatBytes } from '../../terminal/formatBytes.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import { chooseApp } from '../../project/chooseApp.ts';
import { describeServed, describeUse, isForEverybody } from './describeVersion.ts';

export const listCommand = defineCommand<object>({
  name: 'list',
  summary: 'list the mini-apps of the server, or the versions of one',
  arguments: [['[appId]', 'list the versions of this mini-app']],
  examples: [
    ['miniapp list', 'every mini-app'],
    ['miniapp list com.acme.orders', 'its versions, the newest first'],
  ],
  async run(context, { args: [named] }) {
    const { client, account } = await connect(context.env);
    const { out } = context;
    const { color } = out;
    if (named !== undefined) {
      const { appId } = await chooseApp(context, named);
      const versions = await readPages((page) => client.listVersions(appId, page));
      const everybodysVersion = versions.find(isForEverybody)?.version;
      out.table([
        ['VERSION', 'STATE', 'IOS', 'ANDROID', 'WEB', 'REGISTERED'].map(color.dim),
        ...versions.map((record) => [
          color.bold(record.version),
          describeUse(color, record, everybodysVersion),
          ...[record.platforms.ios, record.platforms.android, record.platforms.web].map((one) =>
            one ? formatBytes(one.size) : '–',
          ),
          color.dim(formatDate(record.createdAt)),
        ]),
      ]);
      return { json: { appId, versions } };
    }
    const miniPrograms = await readPages((page) => client.listMiniPrograms(page));
    if (miniPrograms.length === 0) out.line(`No mini-app is on ${account.server} yet.`);
    else {
      out.table([
        ['ID', 'NAME', 'PEOPLE GET', 'NEWEST', 'VERSIONS', ''].map(color.dim),
        ...miniPrograms.map(({ appId, name, released, latestVersion, versions, suspended }) => [
          color.bold(appId),
          name,
          suspended ? color.dim('nothing') : describeServed(color, released),
          latestVersion,
          String(versions),
          suspended ? color.red('suspended') : '',
        ]),
      ]);
    }
    return { json: { miniPrograms } };
  },
});
