// Generated from Playhead's message catalogue, version 1.

/** Whether the overlay is shown. */
export type OverlayStatus = "enabled" | "hidden" | "disabled";

/** Whether the player's controls are shown. */
export type StageControls = "visible" | "hidden";

/** The direction of a swipe. */
export type SwipeDirection = "left" | "right" | "up" | "down";

/** The player's state, in the terms of overlays. */
export type OverlayPlayerState = "playing" | "stopped" | "paused" | "seeking" | "buffering";

/** An error with its severity. */
export interface OverlayError {
  level: "fatal" | "warning";
  code: number;
  message: string;
}

/** An error occurred in the overlay or a plugin. After a fatal error the app destroys the overlay. */
export interface OverlayErrorPayload {
  /** The error: its level, code and message. */
  error: OverlayError;
}

/** The app requests another language of the page. */
export interface AppLanguage {
  /** The new language. */
  language: string;
}

/** A message of the app to the page. */
export interface AppMessage {
  /** The message, as the text of a JSON value. */
  jsonString: string;
}

/** The overlay's status changed. A disabled overlay is unloaded. */
export interface BridgeAppStatus {
  /** The new status. */
  status: OverlayStatus;
}

/** The empty stage was clicked: the player shows or hides its controls. */
export interface BridgeStage {
  /** The new state of the player's controls. */
  controls: StageControls;
}

/** The empty stage was swiped. */
export interface BridgeStageSwipe {
  /** The direction of the swipe. */
  direction: SwipeDirection;
}

/** The player seeks. */
export interface BridgeTime {
  /** The target, in milliseconds since 1970 UTC. */
  timecode: number;
}

/** The player plays, pauses or stops. */
export interface BridgeState {
  /** The new state. */
  state: OverlayPlayerState;
}

/** The page's language changed. */
export interface BridgeLanguage {
  /** The current language. */
  language: string;
  /** The available languages. */
  available: string[];
}

/** A message of the page to the app. */
export interface BridgeMessage {
  /** The message: JSON by convention, which the app must validate. */
  jsonString: string;
}

/** The player changes the playback rate. */
export interface BridgeSpeed {
  /** The playback rate: 0.5 is half speed, 1 normal, 2 twice as fast. From 0.0 to 16.0. */
  speed: number;
}

/** The player changes the volume. */
export interface BridgeVolume {
  /** The volume: 0 is silent, 100 normal. From 0 to 100. */
  volume: number;
}

/** The player mutes or unmutes the sound. */
export interface BridgeMute {
  /** Whether the sound is muted. */
  mute: boolean;
}

/** The player scales or moves the picture, relative to its full size. */
export interface BridgeVideoScale {
  /** The picture's width relative to the full width. From 0.0 to 1.0. */
  videoScaleX: number;
  /** The picture's height relative to the full height. From 0.0 to 1.0. */
  videoScaleY: number;
  /** The pivot's position from the left (0) to the right (1). From 0.0 to 1.0. */
  videoPivotX: number;
  /** The pivot's position from the top (0) to the bottom (1). From 0.0 to 1.0. */
  videoPivotY: number;
  /** The duration of the change, in milliseconds. From 0 to 60000. */
  videoScaleDuration: number;
}

/** The position of the playhead. Without a window the stream is live and not seekable. */
export interface PlayerTime {
  /** The playhead, in milliseconds since 1970 UTC. */
  timecode: number;
  /** The start of the seekable window, in milliseconds since 1970 UTC. */
  initialTimecode?: number;
  /** The end of the seekable window, in milliseconds since 1970 UTC. */
  maxTimecode?: number;
}

/** An error occurred in the player or its plugin. */
export interface PlayerError {
  /** The error: its level, code and message. */
  error: OverlayError;
}

/** The playhead reached metadata of the stream. */
export interface PlayerMetadata {
  /** The metadata, as the text of a JSON value. */
  metadata: string;
}

/** The player's state changed. */
export interface PlayerState {
  /** The new state. */
  state: OverlayPlayerState;
}

/** The player's controls were shown or hidden. */
export interface PlayerStage {
  /** The new state of the player's controls. */
  controls: StageControls;
}

/** The playback rate changed. */
export interface PlayerSpeed {
  /** The playback rate: 0.5 is half speed, 1 normal, 2 twice as fast. From 0.0 to 16.0. */
  speed: number;
}

/** The volume changed. */
export interface PlayerVolume {
  /** The volume: 0 is silent, 100 normal. From 0 to 100. */
  volume: number;
}

/** The sound was muted or unmuted. */
export interface PlayerMute {
  /** Whether the sound is muted. */
  mute: boolean;
}

/** The picture is about to be scaled or moved. */
export interface PlayerVideoScale {
  /** The picture's width relative to the full width. From 0.0 to 1.0. */
  videoScaleX: number;
  /** The picture's height relative to the full height. From 0.0 to 1.0. */
  videoScaleY: number;
  /** The pivot's position from the left (0) to the right (1). From 0.0 to 1.0. */
  videoPivotX: number;
  /** The pivot's position from the top (0) to the bottom (1). From 0.0 to 1.0. */
  videoPivotY: number;
  /** The duration of the change, in milliseconds. From 0 to 60000. */
  videoScaleDuration: number;
}

/** The messages to a page. */
export interface IncomingEvents {
  /** The overlay and its plugins are ready. */
  overlayReady: Record<string, never>;
  /** An error occurred in the overlay or a plugin. After a fatal error the app destroys the overlay. */
  overlayError: OverlayErrorPayload;
  /** The app requests another language of the page. */
  appLanguage: AppLanguage;
  /** A message of the app to the page. */
  appMessage: AppMessage;
  /** The player is ready to play. */
  playerReady: Record<string, never>;
  /** The position of the playhead. Without a window the stream is live and not seekable. */
  playerTime: PlayerTime;
  /** An error occurred in the player or its plugin. */
  playerError: PlayerError;
  /** The playhead reached metadata of the stream. */
  playerMetadata: PlayerMetadata;
  /** The player's state changed. */
  playerState: PlayerState;
  /** The player's controls were shown or hidden. */
  playerStage: PlayerStage;
  /** The playback rate changed. */
  playerSpeed: PlayerSpeed;
  /** The volume changed. */
  playerVolume: PlayerVolume;
  /** The sound was muted or unmuted. */
  playerMute: PlayerMute;
  /** The picture is about to be scaled or moved. */
  playerVideoScale: PlayerVideoScale;
}

/** The messages of a page. */
export interface OutgoingEvents {
  /** The overlay's status changed. A disabled overlay is unloaded. */
  bridgeAppStatus: BridgeAppStatus;
  /** The page is ready to receive. No message is sent to it before. */
  bridgeReady: Record<string, never>;
  /** The empty stage was clicked: the player shows or hides its controls. */
  bridgeStage: BridgeStage;
  /** The empty stage was swiped. */
  bridgeStageSwipe: BridgeStageSwipe;
  /** The player seeks. */
  bridgeTime: BridgeTime;
  /** The player plays, pauses or stops. */
  bridgeState: BridgeState;
  /** The page's language changed. */
  bridgeLanguage: BridgeLanguage;
  /** A message of the page to the app. */
  bridgeMessage: BridgeMessage;
  /** The player changes the playback rate. */
  bridgeSpeed: BridgeSpeed;
  /** The player changes the volume. */
  bridgeVolume: BridgeVolume;
  /** The player mutes or unmutes the sound. */
  bridgeMute: BridgeMute;
  /** The player scales or moves the picture, relative to its full size. */
  bridgeVideoScale: BridgeVideoScale;
}

/** The permissions that an app can grant. */
export type OverlayPermission = "stage" | "time" | "state" | "speed" | "volume" | "mute" | "videoScale";

/** The data of a session. */
export interface Session {
  version: number;
  permissions: OverlayPermission[];
  parameters: Record<string, string>;
  /** Whether a real player is connected, rather than the module's simulated one. */
  isConnected: boolean;
}

export interface ConnectOptions {
  /** The simulated player that is used without a real one; `duration` is the seekable window in milliseconds, 600,000 by default. With false, the page waits for a player. */
  development?: false | { duration?: number; start?: number };
}

/** The state of the connection. After "lost" the module reconnects; "closed" is final; "development" uses the simulated player. */
export type ConnectionState = "connecting" | "connected" | "lost" | "closed" | "development";

export interface Overlay {
  /** The current state of the connection. */
  readonly connection: ConnectionState;
  /** Sends bridgeReady when connected, and resolves with the session. Call it after on(). */
  ready(): Promise<Session>;
  /** Calls the listener for each event until the returned function is called. "session" is emitted for each connection. */
  on<Event extends keyof IncomingEvents>(event: Event, listener: (payload: IncomingEvents[Event]) => void): () => void;
  on(event: "session", listener: (session: Session) => void): () => void;
  /** Calls the listener for each change of the connection; "lost" is emitted within three seconds after the player or the network has gone. */
  on(event: "connection", listener: (connection: { state: ConnectionState }) => void): () => void;
  off(event: keyof IncomingEvents | "session" | "connection", listener: (payload: never) => void): void;
  /** Sends a message to the player and the app. Messages before the connection are queued. */
  send<Event extends keyof OutgoingEvents>(event: Event, payload?: OutgoingEvents[Event]): void;
  /** The current time code, interpolated between the player's reports, in milliseconds since 1970 UTC; undefined before the first report. */
  timecode(): number | undefined;
  /** Reports clicks and swipes on an element's empty parts as bridgeStage and bridgeStageSwipe, until the returned function is called. */
  stage(element: Element): () => void;
  /** Closes the connection permanently. */
  close(): void;
}

export function connect(options?: ConnectOptions): Overlay;
