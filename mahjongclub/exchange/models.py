"""What the exchange itself keeps: what came from where, uploads and archives under way, calendars."""

from .arrival_model import Arrival as Arrival
from .calendar_model import CalendarLink as CalendarLink
from .calendar_model import EveningChange as EveningChange
from .export_model import Export as Export
from .origin_model import Origin as Origin
from .origin_model import Upload as Upload
from .origin_model import UploadedFile as UploadedFile
