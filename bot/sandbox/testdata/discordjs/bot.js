// A bot on discord.js, which expects of the sandbox what it expects of Discord.
// It says what it meets, one JSON object a line, and ends with its standard input.
import {
  ActionRowBuilder, AttachmentBuilder, ButtonBuilder, ButtonStyle, Client, EmbedBuilder, Events,
  GatewayIntentBits, LabelBuilder, MessageFlags, ModalBuilder, Partials, SlashCommandBuilder,
  StringSelectMenuBuilder, TextInputBuilder, TextInputStyle, UserSelectMenuBuilder,
} from 'discord.js';

const { API, TOKEN } = process.env;

const say = (event, more = {}) => process.stdout.write(JSON.stringify({ event, ...more }) + '\n');

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
  partials: [Partials.Channel],
  rest: { api: `${API}/api`, cdn: `${API}/cdn`, version: '10' },
});

const commands = [
  new SlashCommandBuilder().setName('duel').setDescription('Challenge somebody')
    .addUserOption((o) => o.setName('rival').setDescription('Whom').setRequired(true))
    .addStringOption((o) => o.setName('weapon').setDescription('With what').setAutocomplete(true))
    .addIntegerOption((o) => o.setName('paces').setDescription('How far').setMinValue(1).setMaxValue(30)),
  new SlashCommandBuilder().setName('report').setDescription('Something that takes its time'),
  new SlashCommandBuilder().setName('club').setDescription('The club')
    .addSubcommand((s) => s.setName('join').setDescription('Join it')),
];

const button = (id, label, style = ButtonStyle.Secondary) =>
  new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(style);
const row = (...parts) => new ActionRowBuilder().addComponents(...parts);

// picture is one black pixel.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABc3UBGAAAAABJRU5ErkJggg==', 'base64');

async function duel(i) {
  const rival = i.options.getUser('rival', true);
  const weapon = i.options.getString('weapon') ?? 'sabre';
  const reply = await i.reply({
    content: `${i.member.displayName} challenges ${rival}`,
    embeds: [new EmbedBuilder().setTitle('A duel').setDescription(`with the ${weapon}`).setColor(0x335577)
      .addFields({ name: 'Paces', value: String(i.options.getInteger('paces') ?? 10), inline: true })
      .setFooter({ text: 'to first blood' }).setTimestamp()],
    components: [
      row(button('terms', 'Terms', ButtonStyle.Primary), button('whisper', 'Whisper'),
        new ButtonBuilder().setURL('https://example.org/rules').setLabel('Rules').setStyle(ButtonStyle.Link)),
      row(new StringSelectMenuBuilder().setCustomId('ground').setPlaceholder('Where').addOptions(
        { label: 'Meadow', value: 'meadow', description: 'soft' }, { label: 'Bridge', value: 'bridge' })),
      row(new UserSelectMenuBuilder().setCustomId('second').setMinValues(1).setMaxValues(2)),
    ],
    allowedMentions: { users: [rival.id] },
    withResponse: true,
  });
  say('replied', { message: reply.resource.message.id, rival: rival.username, guild: i.guild.name, channel: i.channel.name });
}

async function report(i) {
  await i.deferReply();
  const edited = await i.editReply({
    content: 'The report',
    embeds: [new EmbedBuilder().setTitle('Field').setImage('attachment://field.png')],
    files: [new AttachmentBuilder(picture, { name: 'field.png', description: 'A field seen from above' })],
  });
  const further = await i.followUp({ content: 'For you alone', flags: MessageFlags.Ephemeral });
  const thread = await edited.startThread({ name: 'Field notes', autoArchiveDuration: 1440 });
  const note = await thread.send({ content: 'Begun' });
  await note.edit('Begun and ended');
  await thread.members.add(i.user);
  await thread.setArchived(true, 'done');
  say('reported', { files: edited.attachments.size, image: edited.embeds[0].image?.url ?? '', further: further.id });
}

async function terms(i) {
  await i.showModal(new ModalBuilder().setCustomId('terms-form').setTitle('Terms').addLabelComponents(
    new LabelBuilder().setLabel('Stakes').setDescription('What is it about?').setTextInputComponent(
      new TextInputBuilder().setCustomId('stakes').setStyle(TextInputStyle.Short).setMaxLength(40)),
    new LabelBuilder().setLabel('Hour').setStringSelectMenuComponent(
      new StringSelectMenuBuilder().setCustomId('hour').addOptions({ label: 'Dawn', value: 'dawn' }, { label: 'Noon', value: 'noon' })),
  ));
}

const buttons = {
  terms,
  async whisper(i) {
    await i.deferUpdate();
    const sent = await i.user.send({ content: 'A word in private', components: [row(button('heard', 'Heard'))] });
    say('whispered', { channel: sent.channelId });
  },
  async heard(i) { await i.update({ content: 'Heard', components: [] }); },
};

const menus = {
  async ground(i) {
    await i.deferUpdate();
    await i.editReply({ content: `On the ${i.values[0]}` });
  },
  async second(i) {
    await i.reply({ content: `Seconded by ${i.users.map((u) => u.username).join(' and ')}`, flags: MessageFlags.Ephemeral });
  },
};

async function answer(i) {
  if (i.isAutocomplete()) {
    const typed = i.options.getFocused();
    const all = ['sabre', 'pistol', 'sarcasm'].filter((w) => w.startsWith(typed));
    return i.respond(all.map((w) => ({ name: w.toUpperCase(), value: w })));
  }
  if (i.isModalSubmit()) {
    return i.update({
      content: `For ${i.fields.getTextInputValue('stakes')} at ${i.fields.getStringSelectValues('hour')[0]}`, embeds: [],
    });
  }
  if (i.isButton()) return buttons[i.customId](i);
  if (i.isAnySelectMenu()) return menus[i.customId](i);
  if (i.commandName === 'duel') return duel(i);
  if (i.commandName === 'report') return report(i);
  return i.reply({ content: `Welcome, ${i.options.getSubcommand()}`, flags: MessageFlags.Ephemeral });
}

client.on(Events.InteractionCreate, (i) => answer(i).catch((err) => say('failed', { why: String(err.stack ?? err) })));
client.on(Events.MessageCreate, (m) => {
  if (!m.author.bot) say('message', { content: m.content, direct: m.channel.isDMBased() });
});
client.on(Events.ShardResume, (id, replayed) => say('resumed', { replayed }));
client.on(Events.ShardDisconnect, (event) => say('disconnected', { code: event.code }));
client.on(Events.Error, (err) => say('failed', { why: String(err.stack ?? err) }));
client.on(Events.Warn, (text) => say('warned', { text }));
process.on('unhandledRejection', (err) => say('failed', { why: String(err.stack ?? err) }));
client.once(Events.ClientReady, async () => {
  const made = await client.application.commands.set(commands);
  say('ready', { commands: made.size, guilds: client.guilds.cache.map((g) => g.name) });
});
process.stdin.resume().on('end', () => client.destroy().finally(() => process.exit(0)));
client.login(TOKEN).catch((err) => { say('failed', { why: String(err.stack ?? err) }); process.exit(1); });
