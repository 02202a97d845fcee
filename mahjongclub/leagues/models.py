"""What it adds up to: leagues and their seasons, tournaments, and the figures made from ended sessions."""

from .figures_model import Appearance as Appearance
from .figures_model import Book as Book
from .figures_model import Meeting as Meeting
from .figures_model import Month as Month
from .figures_model import Rating as Rating
from .season_model import Adjustment as Adjustment
from .season_model import Choice as Choice
from .season_model import Entry as Entry
from .season_model import League as League
from .season_model import Season as Season
from .season_model import SeasonDay as SeasonDay
from .season_model import Team as Team
from .season_model import TeamMember as TeamMember
from .tournament_model import DrawnSeat as DrawnSeat
from .tournament_model import DrawnTable as DrawnTable
from .tournament_model import Place as Place
from .tournament_model import Stint as Stint
from .tournament_model import Tournament as Tournament
from .tournament_model import TournamentPenalty as TournamentPenalty
from .tournament_model import TournamentRound as TournamentRound
from .tournament_model import TournamentTeam as TournamentTeam
